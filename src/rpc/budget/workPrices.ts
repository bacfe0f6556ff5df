/*
 * What counted work costs (docs/prices.md). A unit is the work that occupies a thread for about 50 µs on the reference machine, which
 * is what the cheapest call takes with its HTTP request and answer. Prices follow from what is counted and never from a clock,
 * so a call costs the same on every machine, at every load, and with its data in memory or not.
 */

/** What a reader or a writer of the chain counts, in units for each. */
export const prices = {
  /** Executed, refunds not deducted; the 21,000 gas of a transaction before its first instruction count as 5,000. */
  gas: 1 / 5_000,
  /** A trie value: an account, code, a storage cell, a header. */
  value: 1 / 10,
  /** A use of a storage cell or of code by executed instructions; their gas does not cover a value that is not in memory. */
  access: 1 / 40,
  /** A log that is found and written. */
  log: 1 / 50,
  /** A log in a receipt, which is not written as it is found. */
  receiptLog: 1 / 10,
  /** A transaction that is written with its sender. */
  transaction: 1 / 2,
  /** A receipt without its logs, or a transaction that is only read. */
  receipt: 1 / 5,
  /** A part of a trace, besides its gas and bytes: a step or a call has one or two. */
  tracePart: 1 / 20,
  /** An item of a dataset that is written, other than a log. */
  item: 1 / 12,
  /** A log of a dataset that is written, besides its log. */
  logItem: 1 / 40,
  /** A block that a command mines, besides its gas. */
  minedBlock: 10,
  /** A key that is proved: its nodes are read, serialized and hashed. */
  proof: 1,
  /** A byte of a message that is hashed, with its decoding from hex. */
  hashedByte: 1 / 5_000,
  /** A character of the JSON of typed data, which is checked and encoded. */
  typedCharacter: 1 / 300,
  /** A key that is derived from a passphrase at standard cost. */
  keyDerivation: 20_000,
} as const

const answerBytesPerUnit = 16 * 1024
const bodyBytesPerUnit = 16 * 1024
const framesPerUnit = 32
const compressedBytesPerUnit = 4 * 1024

const gasBeforeRun = 21_000
const gasOfRun = 5_000

/** Gas that counts of that of so many transactions or calls. */
export const countedGas = (gas: number, runs: number): number =>
  Math.max(runs * gasOfRun, gas - runs * (gasBeforeRun - gasOfRun))

/** Units that a request costs whose method is unknown, and a body that is refused unread. */
export const minimumCost = 1

/** Units for reading a body: one for every whole 16 KiB, so that usual requests cost the price of their methods. */
export const unitsOfBody = (length: number): number => Math.floor(length / bodyBytesPerUnit)

export const unitsOfGas = (gas: number): number => gas * prices.gas
export const unitsOfValues = (values: number): number => values * prices.value
export const unitsOfLogs = (logs: number): number => logs * prices.log

/** One unit for every 32 WebSocket frames that are fragments, pings or pongs; a frame takes 1 to 2 µs. */
export const unitsOfFrames = (count: number): number => Math.floor(count / framesPerUnit)

/** Units for compressing an answer, which takes 10 to 15 ns for a byte: one for every whole 4 KiB. */
export const unitsOfCompression = (bytes: number): number => Math.floor(bytes / compressedBytesPerUnit)

/** What a call costs with its answer: its work, but not less than its method costs. */
export const unitsOfCall = ({ floor, work }: { readonly floor: number; readonly work: Priced }): number =>
  Math.max(floor, unitsOf(work))

interface Priced {
  readonly units: number
  readonly bytes: number
}

/** The whole units of a call's work with its answer, rounded up. */
export const unitsOf = ({ units, bytes }: Priced): number => Math.ceil(units + bytes / answerBytesPerUnit)
