// The page at `/`: asks the free paths of the service that served it, and shows what they answer. Text from answers
// only ever becomes text, never markup.

const byId = (id) => document.getElementById(id);
const status = byId('status');
const answer = byId('answer');
const address = byId('address');
const plate = byId('plate');
const list = byId('suggestions');

/** Paths relative to this page: it may be served below a prefix. */
const PATHS = { home: 'v1/home/basic', vehicle: 'v1/vehicle/basic', suggest: 'v1/address/suggest' };

const TITLES = {
  address: 'Address',
  building: 'Building',
  neighbourhood: 'Neighbourhood',
  safety: 'Registered crime',
  heritage: 'Heritage',
  liveability: 'Liveability',
};

const UNITS = { eur: '€', pct: '%', m2: 'm²', km: 'km', m: 'm', kg: 'kg', kw: 'kW', ug_m3: 'µg/m³' };

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const WORDS = { avg: 'average', gp: 'GP', nl: 'Dutch', lat: 'latitude', lon: 'longitude', apk: 'inspection' };

/** `avg_home_value_eur` as "average home value (€)". */
function heading(key) {
  const unit = Object.keys(UNITS).find((suffix) => key.endsWith(`_${suffix}`));
  const words = (unit === undefined ? key : key.slice(0, -unit.length - 1)).split('_');
  const text = words.map((word) => WORDS[word] ?? word).join(' ');
  return unit === undefined ? text : `${text} (${UNITS[unit]})`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueText(value, key) {
  if (value === null) return 'not known';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value) && value.length === 0) return 'none';
  if (typeof value === 'number' && !/year|number|lat|lon/.test(key)) return value.toLocaleString('en');
  return String(value);
}

function isPlain(value) {
  return value === null || typeof value !== 'object' || (Array.isArray(value) && value.every(isPlain));
}

/** A block of an answer as rows; the blocks in it with their name and year in front. */
function addRows(rows, block, before = '') {
  for (const [key, value] of Object.entries(block)) {
    // What a block is of stands in its heading, and its note below it.
    if (key === 'data_year' || (before === '' && (key === 'note' || key === 'year'))) continue;
    if (key === 'note' && value === null) continue;
    const name = before === '' ? capital(heading(key)) : `${before}: ${heading(key)}`;
    if (isPlain(value)) {
      const shown = Array.isArray(value) && value.length > 0 ? value.join(', ') : valueText(value, key);
      rows.append(element('dt', name), element('dd', shown));
    } else if (Array.isArray(value)) {
      for (const one of value) addRows(rows, one, name);
    } else {
      const year = value.data_year ? ` (${value.data_year})` : '';
      addRows(rows, value, `${name}${year}`);
    }
  }
}

function addBlock(title, block) {
  const section = element('section');
  const year = block.year ?? block.data_year;
  section.append(element('h3', year ? `${title}, ${year}` : title));
  const rows = element('dl');
  addRows(rows, block);
  section.append(rows);
  if (block.note) section.append(element('p', block.note, { class: 'note' }));
  answer.append(section);
}

const MODES = {
  local: 'held here',
  live: 'asked just now',
  cached: 'asked a while ago',
  sample: 'from the sample that comes with the software',
};

function addSources(sources) {
  const section = element('section');
  section.append(element('h3', 'Sources'));
  const items = element('ul');
  for (const source of sources) {
    const item = element('li', `${source.attribution} `);
    const date = source.as_of ?? source.data_year;
    item.append(
      element('a', source.name, { href: safeLink(source.url) }),
      ` (${[date === null ? null : `as of ${date}`, MODES[source.mode]].filter(Boolean).join(', ')}; licence `,
      element('a', source.licence, { href: safeLink(source.licence_url) }),
      ')',
    );
    items.append(item);
  }
  section.append(items);
  answer.append(section);
}

function safeLink(url) {
  return /^https?:\/\//.test(url) ? url : '#';
}

function addOffers(offers) {
  if (offers.length === 0) return;
  const section = element('section');
  section.append(element('h3', 'What else can be asked'));
  const items = element('ul');
  for (const { endpoint, price, what } of offers) {
    const isFree = price === 'free';
    // A paid path can be looked at for nothing.
    const target = isFree ? endpoint : endpoint.replace('?', '/preview?');
    const item = element('li', `${what} `);
    item.append(
      element('a', isFree ? endpoint : `${endpoint} (preview)`, { href: target.slice(1) }),
      ` ${price}`,
    );
    items.append(item);
  }
  section.append(items);
  answer.append(section);
}

function show(title) {
  answer.replaceChildren(element('h2', title, { id: 'answer-title' }));
  answer.hidden = false;
}

function showHome(body) {
  show(body.address.label);
  for (const [key, title] of Object.entries(TITLES)) if (body[key]) addBlock(title, body[key]);
  addSources(body.source);
  addOffers(body.related);
}

function showVehicle({ source, ...facts }) {
  show([facts.make, facts.model, facts.plate_formatted].filter(Boolean).join(' '));
  addBlock('Vehicle', facts);
  addSources(source);
}

/** An error with what to do: the requests in its hint, and what comes near, can be followed. */
function showProblem(problem) {
  show(problem.title);
  const section = element('section', undefined, { class: 'problem' });
  section.append(element('p', problem.detail), withLinks(problem.hint));
  const near = [
    ...(problem.other_matches ?? []).map(({ label, query }) => [label, `#home?${query}`]),
    ...(problem.similar ?? []).map((like) => [like, `#vehicle?licence_plate=${encodeURIComponent(like)}`]),
  ];
  if (near.length > 0) {
    const items = element('ul');
    for (const [label, href] of near) {
      const item = element('li');
      item.append(element('a', label, { href }));
      items.append(item);
    }
    section.append(items);
  }
  answer.append(section);
}

function withLinks(hint) {
  const line = element('p');
  for (const part of hint.split(/(\/v1\/[^\s,;]*[^\s,;.:])/)) {
    const request = /^\/v1\/(home|vehicle)\/basic\?(.+)$/.exec(part);
    if (request) line.append(element('a', part, { href: `#${request[1]}?${request[2]}` }));
    else if (part.startsWith('/v1/')) line.append(element('a', part, { href: part.slice(1) }));
    else line.append(part);
  }
  return line;
}

let asked = new AbortController();

/** Asks for what the part of the address behind # names; so "back" and bookmarks work, and no server sees it. */
async function follow() {
  const named = /^#(home|vehicle)\?(.+)$/.exec(location.hash);
  if (!named) return;
  const [, kind, query] = named;
  const given = new URLSearchParams(query);
  if (kind === 'vehicle') plate.value = given.get('licence_plate') ?? '';
  else if (given.has('q')) address.value = given.get('q');
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  answer.hidden = true;
  status.textContent = 'Looking it up…';
  try {
    const response = await fetch(`${PATHS[kind]}?${query}`, { signal });
    const body = await response.json();
    if (!response.ok) showProblem(body);
    else if (kind === 'home') {
      address.value = body.address.label;
      showHome(body);
    } else showVehicle(body);
    status.textContent = '';
    answer.focus();
  } catch (error) {
    if (signal.aborted) return;
    console.info(error);
    status.textContent = 'The service cannot be reached. Try again in a moment.';
  }
}

function go(hash) {
  closeList();
  if (location.hash === hash) follow();
  else location.hash = hash;
}

// Suggestions, as a combobox: arrows move, Enter chooses, Escape closes.
let suggestions = [];
let chosen = -1;
let timer;
let suggesting = new AbortController();

function closeList() {
  clearTimeout(timer);
  suggesting.abort();
  suggestions = [];
  chosen = -1;
  list.hidden = true;
  list.replaceChildren();
  address.setAttribute('aria-expanded', 'false');
  address.removeAttribute('aria-activedescendant');
}

function mark(index) {
  chosen = index;
  for (const [at, item] of [...list.children].entries()) {
    item.setAttribute('aria-selected', String(at === index));
  }
  if (index < 0) address.removeAttribute('aria-activedescendant');
  else address.setAttribute('aria-activedescendant', `suggestion-${index}`);
}

function take({ type, q, query }) {
  address.value = q;
  if (type === 'address' && query !== null) return go(`#home?${query}`);
  closeList();
  address.focus();
  suggest();
}

async function suggest() {
  const q = address.value.trim();
  if (q === '') return closeList();
  suggesting.abort();
  suggesting = new AbortController();
  const { signal } = suggesting;
  try {
    const response = await fetch(`${PATHS.suggest}?${new URLSearchParams({ q, limit: '8' })}`, { signal });
    if (!response.ok) return closeList();
    const body = await response.json();
    if (signal.aborted) return;
    suggestions = body.suggestions;
    list.replaceChildren(
      ...suggestions.map(({ label }, at) =>
        element('div', label, { role: 'option', id: `suggestion-${at}`, 'aria-selected': 'false' }),
      ),
    );
    list.hidden = suggestions.length === 0;
    address.setAttribute('aria-expanded', String(suggestions.length > 0));
    mark(-1);
  } catch {
    // Typing goes on without suggestions.
    if (!signal.aborted) closeList();
  }
}

address.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(suggest, 200);
});
address.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeList();
  if (suggestions.length === 0) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    mark((chosen + step + suggestions.length) % suggestions.length);
  } else if (event.key === 'Enter' && chosen >= 0) {
    event.preventDefault();
    take(suggestions[chosen]);
  }
});
address.addEventListener('blur', () => setTimeout(closeList, 150));
// Before the field loses the focus.
list.addEventListener('mousedown', (event) => {
  event.preventDefault();
  const at = [...list.children].indexOf(event.target);
  if (at >= 0) take(suggestions[at]);
});
byId('address-form').addEventListener('submit', (event) => {
  event.preventDefault();
  go(`#home?${new URLSearchParams({ q: address.value.trim() })}`);
});
byId('plate-form').addEventListener('submit', (event) => {
  event.preventDefault();
  go(`#vehicle?${new URLSearchParams({ licence_plate: plate.value.trim() })}`);
});
addEventListener('hashchange', follow);
follow();
