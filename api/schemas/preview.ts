import { type Static, type TProperties, Type } from 'typebox';
import { Nullable, OneOf } from './nullable.ts';
import { SourcesSchema } from './source.ts';

const closed = { additionalProperties: false } as const;

export const PreviewBlockSchema = Type.Object(
  {
    block: Type.String({
      description:
        'Name of the block in the paid answer; `vehicle` stands for the facts that are in no block of their own.',
      examples: ['elevation'],
    }),
    fields: Type.Array(Type.String(), {
      description: 'Its fields; a dot leads into an object, `[]` into the elements of a list.',
      examples: [['ground_level_m_nap', 'below_sea_level']],
    }),
    available: Type.Boolean({
      description:
        'Whether the paid answer will have facts here. Of what is asked live it says whether this service can ask, not what the publisher will say.',
    }),
    data_year: Nullable(
      Type.Integer({
        description: 'Newest year that the figures describe; null for registers, and for what is asked live.',
      }),
    ),
    source_id: Nullable(
      Type.String({
        description: 'The main data set that it comes from, as in `source[].id` of the paid answer.',
        examples: ['bag-extract'],
      }),
    ),
    note: Nullable(Type.String({ description: 'Why it is not available; null where it is.' })),
  },
  { title: 'PreviewBlock', ...closed },
);

export const PriceSchema = Type.Object(
  {
    amount: Type.String({ description: 'What one call costs.', examples: ['0.04'] }),
    currency: Type.Literal('USD', { description: 'US dollars; paid in USDC.' }),
  },
  { title: 'Price', ...closed },
);

/** The answer of a preview, whose `input` depends on the path. */
function previewSchema<Input extends TProperties>(title: string, input: Input) {
  return Type.Object(
    {
      valid: Type.Literal(true, { description: 'The paid path takes this input. Otherwise there is a 400.' }),
      input: Type.Object(input, {
        title: `${title}Input`,
        description: 'The parameters as they were understood.',
        ...closed,
      }),
      match: Type.Object(
        {
          label: Type.String({
            description: 'What was found, in one line.',
            examples: ['Amstel 1, 1011PN Amsterdam'],
          }),
        },
        { title: 'PreviewMatch', ...closed },
      ),
      contains: Type.Array(PreviewBlockSchema, {
        description: 'What the paid answer is made of, in its order.',
      }),
      price: PriceSchema,
      pay_with: Type.Array(OneOf(['x402', 'api_key']), {
        description: 'What lets a call in on this service now.',
        examples: [['x402', 'api_key']],
      }),
      endpoint: Type.String({
        description: 'Path and query of the paid call.',
        examples: ['/v1/home/report?postcode=1011PN&house_number=1'],
      }),
      source: SourcesSchema,
    },
    { title, description: 'What a paid call would answer, without any value of it.', ...closed },
  );
}

const addressInput = {
  postcode: Nullable(Type.String({ description: 'Postcode, upper case, without a blank.' })),
  house_number: Nullable(Type.Integer({ description: 'House number.' })),
  house_letter: Nullable(Type.String({ description: 'Letter that follows the number.' })),
  addition: Nullable(Type.String({ description: 'Addition that follows number and letter.' })),
  q: Nullable(
    Type.String({ description: 'Register id, of an address that postcode and number do not select.' }),
  ),
};

const allowPartial = Type.Boolean({ description: 'Whether an answer without some block is wanted.' });

export const AddressPreviewSchema = previewSchema('AddressPreview', addressInput);

export const HomeReportPreviewSchema = previewSchema('HomeReportPreview', {
  ...addressInput,
  allow_partial: allowPartial,
});

export const AddressReversePreviewSchema = previewSchema('AddressReversePreview', {
  lat: Type.Number({ description: 'Latitude, degrees.' }),
  lon: Type.Number({ description: 'Longitude, degrees.' }),
  radius_m: Type.Integer({ description: 'How far addresses are looked for, metres.' }),
  limit: Type.Integer({ description: 'Most addresses in the answer.' }),
});

export const VehicleReportPreviewSchema = previewSchema('VehicleReportPreview', {
  licence_plate: Type.String({ description: 'Licence plate, upper case, without dashes.' }),
  allow_partial: allowPartial,
});

export type PreviewBlock = Static<typeof PreviewBlockSchema>;
export type AddressPreview = Static<typeof AddressPreviewSchema>;
export type HomeReportPreview = Static<typeof HomeReportPreviewSchema>;
export type AddressReversePreview = Static<typeof AddressReversePreviewSchema>;
export type VehicleReportPreview = Static<typeof VehicleReportPreviewSchema>;
/** What all previews have in common beside their input. */
export type PreviewFrame = Pick<AddressPreview, 'price' | 'pay_with'>;
