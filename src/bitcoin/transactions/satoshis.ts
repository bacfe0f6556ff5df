/** The smallest unit of bitcoin. */
export type Satoshis = bigint

export const satoshisPerBitcoin: Satoshis = 100_000_000n
