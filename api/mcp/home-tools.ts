import { priceTag } from '../payment/paid-terms.ts';
import { exampleHomeRequest, exampleReportRequest } from '../reports/example-requests.ts';
import { homeReport } from '../reports/home-report.ts';
import { homeSummary } from '../reports/home-summary.ts';
import { homeReportPreview } from '../reports/previews/home-report-preview.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { HomeSummarySchema } from '../schemas/home.ts';
import { HOME_SUMMARY_EXAMPLE } from '../schemas/home-example.ts';
import { HomeReportQuerySchema, HomeReportSchema } from '../schemas/home-report.ts';
import { HOME_REPORT_EXAMPLE } from '../schemas/home-report-example.ts';
import { HomeReportPreviewSchema } from '../schemas/preview.ts';
import { HOME_REPORT_PREVIEW_EXAMPLE } from '../schemas/preview-example.ts';
import { ADDRESS_EXAMPLES, ADDRESS_FAILURES } from './address-words.ts';
import { defineTool } from './tool.ts';

/** What is known of a home. */
export const HOME_TOOLS = [
  defineTool({
    name: 'home_basic',
    title: 'Dutch address: summary',
    path: '/v1/home/basic',
    description: `Summary of a Dutch address: building (year, floor area, use), neighbourhood headlines, registered crime totals, heritage status and liveability. ${ADDRESS_FAILURES} Figures of the neighbourhood are of the year that stands beside them, one or two years back; registers are of the day in source[].as_of. An address that is not loaded is asked of the public geocoder.`,
    asksPublishers: true,
    query: AddressQuerySchema,
    answer: HomeSummarySchema,
    exampleAnswer: HOME_SUMMARY_EXAMPLE,
    examples: ADDRESS_EXAMPLES,
    exampleRequest: exampleHomeRequest,
    run: (query, { context: { config, live }, snapshot, today, deadline }) =>
      homeSummary(snapshot, query, { today, deadline, live, prices: config.prices }),
  }),
  defineTool({
    name: 'home_report',
    title: 'Dutch address: full report',
    path: '/v1/home/report',
    paid: 'homeReport',
    description: `All that open data say about a Dutch address: what home_basic has, and income, sale prices, 18 distances, crime by kind, ground level, noise, air quality, energy label, permits and schools. ${ADDRESS_FAILURES} Labels, permits and some environment figures are asked from their publishers now: where one does not answer, the call fails with upstream_unavailable, or with allow_partial=true that block is null and named in unavailable[]. Figures carry their own year. Sale prices are those of the municipality: no value of the home itself is known.`,
    freeInstead: 'home_basic; home_report_preview tells what the report would hold',
    asksPublishers: true,
    query: HomeReportQuerySchema,
    answer: HomeReportSchema,
    exampleAnswer: HOME_REPORT_EXAMPLE,
    examples: [...ADDRESS_EXAMPLES, { postcode: '1011PN', house_number: 1, allow_partial: true }],
    exampleRequest: exampleReportRequest,
    run: (query, { context: { config, live }, snapshot, today, deadline }) =>
      homeReport({ snapshot, query, today, signal: deadline(), live, prices: config.prices }),
  }),
  defineTool({
    name: 'home_report_preview',
    title: 'Dutch address: what the full report would hold',
    path: '/v1/home/report/preview',
    description: `Takes the arguments of home_report, refuses what that would refuse, and otherwise names the address found, each block and field of the report, whether it is available here, and the price; no value of the report. ${ADDRESS_FAILURES} What is asked from publishers only when a report is bought counts as available.`,
    asksPublishers: true,
    query: HomeReportQuerySchema,
    answer: HomeReportPreviewSchema,
    exampleAnswer: HOME_REPORT_PREVIEW_EXAMPLE,
    examples: ADDRESS_EXAMPLES,
    exampleRequest: exampleReportRequest,
    run: (query, { context: { config, live }, snapshot, today, deadline }) =>
      homeReportPreview({ snapshot, query, today, live, deadline, frame: priceTag(config, 'homeReport') }),
  }),
];
