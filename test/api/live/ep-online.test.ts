import { describe, expect, it } from 'vitest';
import { readEnergyLabels } from '../../../api/live/ep-online.ts';
import { UnexpectedAnswer, UpstreamAnswer } from '../../../api/live/upstream.ts';

const ID = '0599010000295420';

/** A row as the publisher's documentation shows one. */
const ROW = {
  Registratiedatum: '2026-02-04T15:31:59.943',
  Opnamedatum: '2026-01-14T00:00:00',
  Geldig_tot: '2036-01-14T00:00:00',
  Soort_opname: 'Basisopname',
  Status: 'Bestaand',
  Gebouwklasse: 'Woningbouw',
  BAGVerblijfsobjectID: ID,
  BAGPandIDs: ['0599100000691863'],
  Bouwjaar: 1873,
  Energieklasse: 'B',
  Energiebehoefte: 109.02,
  PrimaireFossieleEnergie: 172.52,
  Aandeel_hernieuwbare_energie: 0,
  BerekendeCO2Emissie: 31.8,
  BerekendeEnergieverbruik: 172.51,
};

const read = (body: unknown, status = 200) =>
  readEnergyLabels(new UpstreamAnswer(status, 'application/json', Buffer.from(JSON.stringify(body))), ID);

describe('labels of EP-Online', () => {
  it('are read with their days, class and figures', () => {
    expect(read([ROW])).toEqual([
      {
        energyClass: 'B',
        registeredOn: '2026-02-04',
        surveyedOn: '2026-01-14',
        validUntil: '2036-01-14',
        status: 'Bestaand',
        survey: 'Basisopname',
        calculation: null,
        isOfReferenceBuilding: false,
        energyIndex: null,
        energyDemand: 109.02,
        primaryFossilEnergy: 172.52,
        renewableSharePct: 0,
        calculatedUse: 172.51,
        calculatedCo2: 31.8,
      },
    ]);
  });

  it('keep a figure of 0, and lose one that is no number', () => {
    const [label] = read([{ ...ROW, Aandeel_hernieuwbare_energie: 0, Energiebehoefte: '109,02' }]);
    expect(label).toMatchObject({ renewableSharePct: 0, energyDemand: null });
  });

  it.each(['A+++++', 'A', 'G', 'a+'])('have class %s', (name) => {
    expect(read([{ ...ROW, Energieklasse: name }])[0]?.energyClass).toBe(name.toUpperCase());
  });

  it('may have no class', () => {
    expect(read([{ ...ROW, Energieklasse: null }])[0]?.energyClass).toBeNull();
  });

  it('are none where the register answers 404, with a problem or with nothing', () => {
    expect(read({ status: 404, title: 'Not Found' }, 404)).toEqual([]);
    expect(readEnergyLabels(new UpstreamAnswer(404, '', Buffer.alloc(0)), ID)).toEqual([]);
    expect(read([])).toEqual([]);
  });

  it('of a pitch or a berth are named by fields of their own', () => {
    const pitch = { ...ROW, BAGVerblijfsobjectID: null, BAGStandplaatsID: ID };
    expect(read([pitch])).toHaveLength(1);
  });

  it('that name no object at all are left out: whose they are cannot be told', () => {
    expect(read([{ ...ROW, BAGVerblijfsobjectID: null }])).toEqual([]);
  });

  it.each([
    ['of another object', [{ ...ROW, BAGVerblijfsobjectID: '0599010000295421' }]],
    ['of which one is of another object', [ROW, { ...ROW, BAGVerblijfsobjectID: '0599010000295421' }]],
    ['whose id has lost its zeros', [{ ...ROW, BAGVerblijfsobjectID: 599010000295420 }]],
    ['that are no list', { fout: 'Er ging iets mis' }],
    ['that are no objects', ['B']],
    ['without a day of registration', [{ ...ROW, Registratiedatum: null }]],
    ['with a day that there is not', [{ ...ROW, Geldig_tot: '2036-13-40' }]],
    ['of a class that there is not', [{ ...ROW, Energieklasse: 'H' }]],
  ])('%s are refused', (_what, body) => {
    expect(() => read(body)).toThrow(UnexpectedAnswer);
  });

  it('are not taken to be none from a page that says 404', () => {
    const page = new UpstreamAnswer(404, '', Buffer.from('<html>Not here</html>'));
    expect(() => readEnergyLabels(page, ID)).toThrow(UnexpectedAnswer);
  });
});
