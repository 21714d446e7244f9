import { isoDate } from './field-values.ts';
import type { RecallNoticeValues } from './parse-recall.ts';
import type { RecallNotice } from './registered-vehicle.ts';

/** A notice with its dates written out, and with its hazards, which are published apart. */
export function recallNoticeOf(
  values: Pick<
    RecallNoticeValues,
    | 'publishedYyyymmdd'
    | 'announcedYyyymmdd'
    | 'producer'
    | 'category'
    | 'description'
    | 'consequences'
    | 'remedy'
    | 'remarks'
    | 'riskCode'
    | 'url'
    | 'phone'
  >,
  hazardCodes: readonly string[],
): RecallNotice {
  return {
    published: isoDate(values.publishedYyyymmdd),
    announced: isoDate(values.announcedYyyymmdd),
    producer: values.producer,
    category: values.category,
    description: values.description,
    consequences: values.consequences,
    remedy: values.remedy,
    remarks: values.remarks,
    riskCode: values.riskCode,
    url: values.url,
    phone: values.phone,
    hazardCodes,
  };
}

/** A recall whose notice is not published. */
export const NO_NOTICE: RecallNotice = {
  published: null,
  announced: null,
  producer: null,
  category: null,
  description: null,
  consequences: null,
  remedy: null,
  remarks: null,
  riskCode: null,
  url: null,
  phone: null,
  hazardCodes: [],
};
