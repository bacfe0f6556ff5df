import type { Work } from './workMeter.ts'

/*
 * The prices of measured work (docs/prices.md). A unit is 50 µs of a thread, which is what the cheapest call costs with its HTTP request
 * and answer. The other prices are that time for each kind of work, measured on a local chain: gas costs 9 to 68 ns,
 * a log that is read and written 0.3 to 1.2 µs, a value of the trie up to 10 µs, and a byte that is sent, compressed and
 * held until it is read 3 ns.
 */

export const gasPerUnit = 5_000
const logsPerUnit = 50
const valuesPerUnit = 5
const bytesPerUnit = 16 * 1024
const framesPerUnit = 32
const compressedBytesPerUnit = 4 * 1024
const unitsPerThreadMs = 20

/** Units that a request costs whose method is unknown, and a body that is refused unread. */
export const minimumCost = 1

/** Units for reading a body: one for every whole 16 KiB, so that usual requests cost the price of their methods. */
export const unitsOfBody = (length: number): number => Math.floor(length / bytesPerUnit)

/** Units of work that a call counts while it runs: gas, values that were read from the trie, and logs. */
export const unitsOfGas = (gas: number): number => gas / gasPerUnit
export const unitsOfValues = (values: number): number => values / valuesPerUnit
export const unitsOfLogs = (logs: number): number => logs / logsPerUnit

/** One unit for every 32 WebSocket frames that are fragments, pings or pongs; a frame takes 1 to 2 µs. */
export const unitsOfFrames = (count: number): number => Math.floor(count / framesPerUnit)

/** Units for compressing an answer, which takes 10 to 15 ns for a byte: one for every whole 4 KiB. */
export const unitsOfCompression = (bytes: number): number => Math.floor(bytes / compressedBytesPerUnit)

/**
 * The whole units of a call's work, rounded up. Gas, logs and time measure the same thread, so the largest of them
 * counts; the answer's bytes come on top, because they occupy memory and the network after the thread is free.
 */
export function unitsOf({ gas, logs, bytes, threadMs }: Work): number {
  const threadUnits = Math.max(unitsOfGas(gas), unitsOfLogs(logs), threadMs * unitsPerThreadMs)
  return Math.ceil(threadUnits + bytes / bytesPerUnit)
}
