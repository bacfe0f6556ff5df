import { keccak256, keccak256OfRlp } from '../../crypto/keccak256.ts'
import { asciiBytes, asHash, concatBytes, type Hash, lastIndexOfBytes } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { isActive, type Network } from '../networks/network.ts'
import { coreItems, encodeEdges } from './encode.ts'
import type { BlockHeader, HeaderFields, MergedMiningFields } from './header.ts'

/** Blocks with at least this many ancestors carry fork-detection data (RSKIP110). */
export const forkDetectionAncestors = 449
export const forkDetectionBytes = 12

/** Precedes the hash of the mined block in the Bitcoin coinbase. */
export const mergedMiningTag = asciiBytes('RSKBLOCK:')

/** Cached base hashes: several rules use that of one header. */
const baseHashes = new WeakMap<HeaderFields, Hash>()

/** Cached items that the hashes of drafts cover; the hashes of the headers with Bitcoin fields cover them too. */
const draftItems = new WeakMap<BlockHeader, readonly Uint8Array[]>()

export function sealHeader(fields: HeaderFields, network: Network): BlockHeader {
  if (fields.mergedMining) return { ...fields, hash: headerHash(fields, network) }
  const items = hashedItems(fields)
  const sealed = { ...fields, hash: keccak256OfRlp(items) }
  draftItems.set(sealed, items)
  // Without Bitcoin fields and the root of unspent merged mining both hashes cover the same items.
  if (!fields.ummRoot?.length) baseHashes.set(sealed, sealed.hash)
  return sealed
}

/** The hashes of a header that another thread has computed. */
export interface HeaderHashes {
  readonly hash: Hash
  readonly baseHash: Hash
}

export const hashesOf = (header: BlockHeader): HeaderHashes => ({
  hash: header.hash,
  baseHash: baseMergedMiningHash(header),
})

/** `sealHeader` with hashes that are known to be those of the fields. */
export function sealWithHashes(fields: HeaderFields, { hash, baseHash }: HeaderHashes): BlockHeader {
  const sealed = { ...fields, hash }
  baseHashes.set(sealed, baseHash)
  return sealed
}

/** Copies the base hash to another form of the same header, if it is known. */
export function shareBaseHash(from: HeaderFields, to: HeaderFields): void {
  const known = baseHashes.get(from)
  if (known !== undefined) baseHashes.set(to, known)
}

/**
 * The block hash. It covers the Bitcoin header but, from RSKIP92 on, neither the merkle proof nor the coinbase, so that
 * blocks which differ only in their proofs have one hash.
 */
export const headerHash = (header: HeaderFields, network: Network): Hash =>
  keccak256OfRlp([...hashedItems(header), ...hashedBitcoinItems(header.mergedMining, header.number, network)])

/**
 * The items that the hash of a header covers besides the Bitcoin fields. Version 0 hashes the bloom itself, later versions
 * (RSKIP351) a commitment to the header's extension.
 */
function hashedItems(header: HeaderFields): Uint8Array[] {
  const { version, logsBloom } = header
  const seventh = version === 0 ? logsBloom : encodeRlp([Uint8Array.of(version), extensionHash(header)])
  return coreItems(header, seventh)
}

/** The Bitcoin fields that the block hash covers. */
export function hashedBitcoinItems(
  mergedMining: MergedMiningFields | null,
  number: number,
  network: Network,
): Uint8Array[] {
  if (!mergedMining) return []
  const { header, merkleProof, coinbase } = mergedMining
  return isActive(network, 'rskip92', number) ? [header] : [header, merkleProof, coinbase]
}

/** The hash of the header without its Bitcoin fields, before fork-detection data is mixed in. It is cached. */
export const baseMergedMiningHash = (header: HeaderFields): Hash =>
  getOrCreate(baseHashes, header, computeBaseHash)

function computeBaseHash(header: HeaderFields): Hash {
  const base = keccak256OfRlp(hashedItems(header))
  if (!header.ummRoot || header.ummRoot.length === 0) return base
  return keccak256(concatBytes(base.subarray(0, 20), header.ummRoot))
}

/** The header with Bitcoin fields. Its base hash is that of the draft without them, so it is not computed again. */
export function sealWithProof(
  draft: BlockHeader,
  mergedMining: MergedMiningFields,
  network: Network,
): BlockHeader {
  const items = draftItems.get(draft) ?? hashedItems(draft)
  const hash = keccak256OfRlp([...items, ...hashedBitcoinItems(mergedMining, draft.number, network)])
  const sealed = { ...draft, mergedMining, hash }
  shareBaseHash(draft, sealed)
  return sealed
}

/** The hash in the Bitcoin coinbase; fork-detection data (RSKIP110) replaces its last 12 bytes. */
export function hashForMergedMining(header: HeaderFields, network: Network): Hash {
  const base = baseMergedMiningHash(header)
  const data = hasForkDetectionData(header, network) ? forkDetectionDataOf(header, base) : undefined
  return data ? withForkDetectionData(base, data) : base
}

export function withForkDetectionData(base: Hash, data: Uint8Array): Hash {
  const hash = base.slice()
  hash.set(data, hash.length - forkDetectionBytes)
  return asHash(hash)
}

export const hasForkDetectionData = (header: HeaderFields, network: Network): boolean =>
  isActive(network, 'rskip110', header.number) && header.number >= forkDetectionAncestors

/**
 * The fork-detection data of a mined header, which follows the tag and the first 20 bytes of the base hash in the
 * Bitcoin coinbase. Undefined when it is missing.
 */
export function forkDetectionDataOf(
  header: HeaderFields,
  base = baseMergedMiningHash(header),
): Uint8Array | undefined {
  const coinbase = header.mergedMining?.coinbase
  if (!coinbase) return undefined
  const prefix = concatBytes(mergedMiningTag, base.subarray(0, base.length - forkDetectionBytes))
  const at = lastIndexOfBytes(coinbase, prefix)
  const start = at + prefix.length
  if (at < 0 || start + forkDetectionBytes > coinbase.length) return undefined
  return coinbase.subarray(start, start + forkDetectionBytes)
}

/** Here the base event precedes the edges; in the encoded header it follows them. */
function extensionHash(header: HeaderFields): Hash {
  const items: Uint8Array[] = [keccak256(header.logsBloom)]
  if (header.baseEvent) items.push(header.baseEvent)
  if (header.edges) items.push(encodeEdges(header.edges))
  return keccak256OfRlp(items)
}
