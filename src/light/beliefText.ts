import type { Belief } from './lightHeaders.ts'

/** Seconds of clock time after which the newest block counts as old. */
const oldSeconds = 600

const grouped = (value: number): string => value.toLocaleString('en-US')

/** What is believed and why, in one sentence without its full stop. */
export function beliefText(belief: Belief): string {
  const { headNumber, anchor, bitcoinBlocks, kind, agreeing, asked, rivals, isFreshByBitcoin } = belief
  const parts = [`head ${grouped(headNumber)}`]
  // The first block of a local chain may be of the year 1970.
  if (headNumber > 0) parts.push(ageText(belief.ageSeconds))
  if (bitcoinBlocks > 0) parts.push(`backed by ${workText(bitcoinBlocks)} of work`)
  const date = new Date(1000 * anchor.timestamp).toISOString().slice(0, 10)
  const checkpoint = anchor.number === 0 ? 'the genesis block' : `the checkpoint of ${date}`
  parts.push(`${kind === 'linked' ? 'linked to' : 'above'} ${checkpoint}`)
  parts.push(agreementText(agreeing, asked))
  if (rivals.length > 0) parts.push('another block has as much work')
  if (isFreshByBitcoin !== undefined)
    parts.push(isFreshByBitcoin ? 'fresh by Bitcoin' : 'not on the newest blocks of Bitcoin')
  return parts.join(', ')
}

function ageText(seconds: number): string {
  return seconds > oldSeconds ? `${durationText(seconds)} old, which is long` : `${durationText(seconds)} old`
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${grouped(Math.floor(hours / 24))} days`
}

const workText = (blocks: number): string =>
  `${blocks < 100 ? blocks.toFixed(1) : grouped(Math.round(blocks))} Bitcoin ${blocks === 1 ? 'block' : 'blocks'}`

function agreementText(agreeing: number, asked: number): string {
  if (asked === 1) return 'one endpoint'
  return agreeing === asked ? `${asked} endpoints agree` : `${agreeing} of ${asked} endpoints agree`
}
