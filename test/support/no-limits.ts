/** Settings of tests and measurements that send more than any one caller would; limits have tests of their own. */
export const NO_RATE_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_KEY_PER_MINUTE: '0',
  RATE_LIMIT_NOT_FOUND_PER_MINUTE: '0',
  RATE_LIMIT_PAYMENT_PER_MINUTE: '0',
} as const;
