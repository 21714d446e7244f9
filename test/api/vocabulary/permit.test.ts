import { describe, expect, it } from 'vitest';
import { isPermitKind, permitStage, permitTypeText } from '../../../api/vocabulary/permit.ts';

describe('kinds of notice', () => {
  it.each([
    ['omgevingsvergunning', [], 'environment and planning permit'],
    [
      'omgevingsvergunning',
      ['bouwen', 'kappen', 'bouwen'],
      'environment and planning permit (building, tree felling)',
    ],
    ['Andere Vergunning', [], 'other permit'],
    // A kind that the publisher has added stays as it is.
    ['zwemvergunning', [], 'zwemvergunning'],
  ])('%s %j: %s', (kind, activities, text) => {
    expect(permitTypeText(kind, activities)).toBe(text);
  });

  it.each([
    ['omgevingsvergunning', true],
    ['andere melding', true],
    ['zwemvergunning', true],
    ['andere beschikking', true],
    ['verkeersbesluit of -mededeling', false],
    ['algemeen verbindend voorschrift (verordening)', false],
    ['beleidsregel', false],
    ['ruimtelijk plan of omgevingsdocument', false],
    ['', false],
  ])('%s is about a permission: %s', (kind, expected) => {
    expect(isPermitKind(kind)).toBe(expected);
  });
});

describe('what has happened, by the title', () => {
  it.each([
    ['Aanvraag vergunning voor het bouwen van een garage', 'application'],
    ['Ingediende aanvraag omgevingsvergunning', 'application'],
    ['Toestemming voor het kappen van een boom', 'granted'],
    ['Verleende omgevingsvergunning', 'granted'],
    ['Besluit omgevingsvergunning verleend', 'granted'],
    ['Verlenging beslistermijn voor het opslaan van gevaarlijke stoffen', 'decision period extended'],
    ['Buiten behandeling gestelde aanvraag', 'not processed'],
    ['Geweigerde omgevingsvergunning', 'refused'],
    ['Aanvraag omgevingsvergunning ingetrokken', 'withdrawn'],
    ['Van rechtswege verleende vergunning', 'granted by operation of law'],
    ['Ontwerpbesluit omgevingsvergunning', 'draft decision'],
    ['Melding voor het plaatsen van een steiger', 'notification'],
    ['Sloopmelding Kerkstraat 1', 'notification'],
    ['Rectificatie verleende vergunning', 'correction'],
    ['Evenement op het plein', null],
  ])('%s: %s', (title, stage) => {
    expect(permitStage(title)).toBe(stage);
  });
});
