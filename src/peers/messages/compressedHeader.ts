import { keccak256 } from '../../crypto/keccak256.ts'
import { asHash, emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { bloomBytes } from '../../protocol/bloom.ts'
import { decodeHeader, readHeaderFields } from '../../protocol/headers/decode.ts'
import { decodeEdges, encodeEdges, encodeHeader } from '../../protocol/headers/encode.ts'
import { sealHeader, shareBaseHash } from '../../protocol/headers/hashes.ts'
import type { BlockHeader, HeaderFields } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import type { EncodedExtension } from './message.ts'
import { readItems } from './readNested.ts'

/** The fields of a header that are sent with the body (RSKIP351, RSKIP144, RSKIP535). */
type HeaderExtension = Pick<HeaderFields, 'logsBloom' | 'edges' | 'baseEvent'>

export const encodeExtension = (extension: HeaderExtension): Uint8Array =>
  encodeRlp(extensionItems(extension, extension.logsBloom))

/** The hash that a compressed header contains instead of its extension. */
const extensionHash = (extension: HeaderExtension): Hash =>
  keccak256(encodeRlp(extensionItems(extension, keccak256(extension.logsBloom))))

function decodeExtension(bytes: Uint8Array, rules: Rules, where: string): HeaderExtension {
  const reader = RlpReader.list(bytes, where)
  return {
    logsBloom: reader.fixed('logsBloom', bloomBytes),
    baseEvent: rules.rskip535 ? reader.bytes('baseEvent') : null,
    edges: rules.rskip144 ? decodeEdges(reader.bytes('edges')) : null,
  }
}

/** Unlike in the full header, the base event stands before the edges. */
function extensionItems({ edges, baseEvent }: HeaderExtension, bloom: Uint8Array): Uint8Array[] {
  const items = [bloom]
  if (baseEvent) items.push(baseEvent)
  if (edges) items.push(encodeEdges(edges))
  return items
}

/** The commitment of a compressed header to its extension. */
export interface ExtensionCommitment {
  readonly version: 1 | 2
  readonly hash: Hash
}

/**
 * A header as it is sent without its body. From version 1 on (RSKIP351) bloom, edges and base event are left out and a
 * commitment to them takes the place of the bloom; the block hash covers this form. So `header` is one of version 0
 * with the commitment as its bloom: its hash, its proof of work and every rule that does not concern the body can be
 * checked before the body is fetched.
 */
export interface CompressedHeader {
  readonly header: BlockHeader
  /** Null for headers of version 0, which are sent whole. */
  readonly extension: ExtensionCommitment | null
}

const positions = { logsBloom: 6, number: 8, ummRoot: 16 } as const
/** Items of the full form with all optional fields. */
const maximumItems = 23

const emptyItem = encodeRlp(emptyBytes)
const emptyBloom = encodeRlp(new Uint8Array(bloomBytes))

export function encodeCompressedHeader(header: HeaderFields): Uint8Array {
  const { version } = header
  if (version === 0) return encodeHeader(header)
  const commitment = encodeRlp([unsignedBytes(version), extensionHash(header)])
  return encodeHeader(compressedForm(header, commitment))
}

export function decodeCompressedHeader(
  bytes: Uint8Array,
  network: Network,
  where = 'header',
): CompressedHeader {
  const items = readItems(RlpReader.list(bytes, where), maximumItems, (list, name) => list.encoded(name))
  const number = numberOf(items, where)
  const rules = rulesAt(network, number)
  if (number === 0 || !rules.rskip351) {
    return { header: decodeHeader(bytes, network, where), extension: null }
  }
  const fields = readHeaderFields(RlpReader.list(encodeRlpList(fullItems(items, rules)), where), network)
  const commitment = RlpReader.list(encodeRlpList([items[positions.logsBloom]!]), where).bytes('logsBloom')
  return {
    header: sealHeader(compressedForm(fields, commitment), network),
    extension: readCommitment(commitment, versionUnder(rules), `${where}.logsBloom`),
  }
}

/** The full header. Throws a `DecodeError` when the header does not commit to the extension. */
export function completeHeader(
  { header, extension: commitment }: CompressedHeader,
  encoded: EncodedExtension | null,
  network: Network,
): BlockHeader {
  if (commitment === null) return header
  if (encoded?.version !== commitment.version) {
    throw new DecodeError('body.extension', `is not of version ${commitment.version}`)
  }
  const extension = decodeExtension(encoded.extension, rulesAt(network, header.number), 'body.extension')
  if (!equalBytes(extensionHash(extension), commitment.hash)) {
    throw new DecodeError('body.extension', "does not hash to the header's commitment")
  }
  const full = { ...header, ...extension, version: commitment.version }
  // Both forms have the same hashes.
  shareBaseHash(header, full)
  return full
}

const compressedForm = (header: HeaderFields, commitment: Uint8Array): HeaderFields => ({
  ...header,
  version: 0,
  logsBloom: commitment,
  edges: null,
  baseEvent: null,
})

const versionUnder = (rules: Rules): 1 | 2 => (rules.rskip535 ? 2 : 1)

function numberOf(items: readonly Uint8Array[], where: string): number {
  const item = items[positions.number]
  if (item === undefined) throw new DecodeError(`${where}.number`, 'is missing')
  return RlpReader.list(encodeRlpList([item]), where).number('number')
}

/** The items of a full header, with empty items in the places of those left out, as input of the header decoder. */
function fullItems(items: readonly Uint8Array[], rules: Rules): Uint8Array[] {
  const end = positions.ummRoot + (rules.umm ? 1 : 0)
  const leftOut = [encodeRlp(unsignedBytes(versionUnder(rules)))]
  if (rules.rskip144) leftOut.push(emptyItem)
  if (rules.rskip535) leftOut.push(emptyItem)
  return [
    ...items.slice(0, positions.logsBloom),
    emptyBloom,
    ...items.slice(positions.logsBloom + 1, end),
    ...leftOut,
    ...items.slice(end),
  ]
}

function readCommitment(bytes: Uint8Array, version: 1 | 2, where: string): ExtensionCommitment {
  const reader = RlpReader.list(bytes, where)
  if (reader.number('version') !== version) throw new DecodeError(reader.path('version'), `is not ${version}`)
  const hash = asHash(reader.fixed('extensionHash', 32))
  reader.end()
  return { version, hash }
}
