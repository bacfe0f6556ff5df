import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { cellKey } from '../../native/cellKey.ts'
import { compareBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { BridgeCell } from './cell.ts'
import { signlessBytes } from './codecs.ts'

/** An address that may peg in: once up to an amount, or (RSKIP87) without limit. Only its hash is kept. */
export interface WhitelistEntry {
  readonly hash: Uint8Array
  /** Undefined for an entry without limit. */
  readonly maximum: Satoshis | undefined
}

export interface Whitelist {
  /** In the order of their hashes. */
  readonly entries: readonly WhitelistEntry[]
  /** The Bitcoin height above which every address may peg in. */
  readonly disableHeight: number
}

export const neverDisabled = 2 ** 31 - 1
const maximumAmount = 2n ** 63n - 1n

const oneOffKey = cellKey('lockWhitelist')
const unlimitedKey = cellKey('unlimitedLockWhitelist')

export const whitelist: BridgeCell<Whitelist> = {
  name: 'lockWhitelist',
  savedWhen: 'loaded',
  read(store) {
    const bytes = store.read(oneOffKey)
    // If the first cell is absent the reference node does not read the second.
    if (bytes.length === 0) return { entries: [], disableHeight: neverDisabled }
    const { entries, disableHeight } = decodeOneOff(bytes)
    const unlimited = store.rules.rskip87 ? decodeUnlimited(store.read(unlimitedKey)) : []
    return { entries: sortedEntries([...entries, ...unlimited]), disableHeight }
  },
  write(store, { entries, disableHeight }) {
    store.write(oneOffKey, encodeOneOff(entries, disableHeight))
    if (store.rules.rskip87) store.write(unlimitedKey, encodeUnlimited(entries))
  },
  keys: ({ rules }) => (rules.rskip87 ? [oneOffKey, unlimitedKey] : [oneOffKey]),
}

export const sortedEntries = (entries: readonly WhitelistEntry[]): WhitelistEntry[] =>
  [...entries].sort((a, b) => compareBytes(a.hash, b.hash))

/** Pairs of hash and maximum, then the disable height. */
function decodeOneOff(bytes: Uint8Array): Whitelist {
  const reader = RlpReader.list(bytes, 'lockWhitelist')
  const pairs = (reader.remaining() - 1) / 2
  const entries: WhitelistEntry[] = []
  while (entries.length < pairs) {
    const hash = reader.fixed('hash', 20)
    const maximum = reader.unsigned('maximum')
    if (maximum > maximumAmount) throw new DecodeError('lockWhitelist', `has a maximum of ${maximum}`)
    entries.push({ hash, maximum })
  }
  return { entries, disableHeight: reader.number('disableHeight', neverDisabled) }
}

function encodeOneOff(entries: readonly WhitelistEntry[], disableHeight: number): Uint8Array {
  const items = entries.flatMap(({ hash, maximum }) =>
    maximum === undefined ? [] : [hash, signlessBytes(maximum)],
  )
  return encodeRlp([...items, unsignedBytes(disableHeight)])
}

function decodeUnlimited(bytes: Uint8Array): WhitelistEntry[] {
  if (bytes.length === 0) return []
  const reader = RlpReader.list(bytes, 'unlimitedLockWhitelist')
  const entries: WhitelistEntry[] = []
  while (!reader.done) entries.push({ hash: reader.fixed('hash', 20), maximum: undefined })
  return entries
}

const encodeUnlimited = (entries: readonly WhitelistEntry[]): Uint8Array =>
  encodeRlp(entries.filter(({ maximum }) => maximum === undefined).map(({ hash }) => hash))
