import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { nearestName, queryReader } from '../../api/query-parameters.ts';
import { AddressQuerySchema } from '../../api/schemas/address-input.ts';

const address = queryReader(AddressQuerySchema);

const problemsOf = (query: Record<string, string | string[]>) => {
  const read = address(query);
  return 'error' in read ? read.error.members.errors : undefined;
};

describe('typed query parameters', () => {
  it('are converted from text, with blanks around them taken off', () => {
    expect(address({ postcode: ' 1011pn ', house_number: ' 12 ', addition: '' })).toEqual({
      value: { postcode: '1011pn', house_number: 12 },
    });
  });

  it.each(['1e1', '0x10', '12.0', '1,2', '+12', '٣', 'NaN', 'null', 'true', '9'.repeat(30)])(
    'house_number=%s is not a whole number',
    (given) => {
      expect(problemsOf({ house_number: given })).toEqual([
        {
          parameter: 'house_number',
          given,
          accepted: 'a whole number, 1 or higher, at most 99999, for example 12',
        },
      ]);
    },
  );

  it.each(['12a', '12 A', '43-2', '12 2hg'])('house_number=%s is told where its end goes', (given) => {
    expect(problemsOf({ house_number: given })).toEqual([
      {
        parameter: 'house_number',
        given,
        accepted:
          'a whole number, 1 or higher, at most 99999, for example 12; a letter goes into house_letter, what else follows into addition',
      },
    ]);
  });

  it.each(['0', '-1', '100000'])('house_number=%s breaks its bounds', (given) => {
    expect(problemsOf({ house_number: given })).toMatchObject([{ parameter: 'house_number', given }]);
  });

  it('are all named when several are wrong', () => {
    const errors = problemsOf({ postcode: '0123AB', house_number: 'x', street: 'Dam' });
    expect(errors?.map(({ parameter }) => parameter)).toEqual(['house_number', 'street']);
    const broken = problemsOf({ postcode: '0123AB', house_letter: 'AB' });
    expect(broken?.map(({ parameter }) => parameter)).toEqual(['postcode', 'house_letter']);
  });

  it('read numbers and booleans as they are written, and nothing else', () => {
    const read = queryReader(
      Type.Object({ lat: Type.Optional(Type.Number()), all: Type.Optional(Type.Boolean()) }),
    );
    expect(read({ lat: '52.37', all: 'true' })).toEqual({ value: { lat: 52.37, all: true } });
    expect(read({ all: 'false' })).toEqual({ value: { all: false } });
    for (const query of [{ lat: '52,37' }, { lat: '1e3' }, { all: '1' }, { all: 'TRUE' }]) {
      expect(read(query)).toHaveProperty('error');
    }
  });

  it('never reach a handler unless they are declared, whatever is asked', () => {
    const names = Object.keys(AddressQuerySchema.properties);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))), (query) => {
        const read = address(query);
        return 'error' in read || Object.keys(read.value).every((name) => names.includes(name));
      }),
    );
  });
});

describe('a parameter that does not exist', () => {
  it.each([
    ['houseNumber', 'house_number'],
    ['housenumber', 'house_number'],
    ['number', 'house_number'],
    ['house_nr', 'house_number'],
    ['letter', 'house_letter'],
    ['post_code', 'postcode'],
    ['postcde', 'postcode'],
    ['house_number_addition', undefined],
    ['additon', 'addition'],
    ['query', undefined],
    ['', undefined],
  ])('%s is taken for %s', (given, meant) => {
    expect(nearestName(given, Object.keys(AddressQuerySchema.properties))).toBe(meant);
  });
});
