import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { bloomBytes } from '../../protocol/bloom.ts'
import { decodeEdges, encodeEdges } from '../../protocol/headers/encode.ts'
import type { HeaderFields } from '../../protocol/headers/header.ts'
import type { Rules } from '../../protocol/networks/rules.ts'

/** The fields of a header that are sent with the body (RSKIP351, RSKIP144, RSKIP535). */
export type HeaderExtension = Pick<HeaderFields, 'logsBloom' | 'edges' | 'baseEvent'>

export const encodeExtension = (extension: HeaderExtension): Uint8Array =>
  encodeRlp(extensionItems(extension, extension.logsBloom))

/** The hash that a compressed header contains instead of its extension. */
export const extensionHash = (extension: HeaderExtension): Hash =>
  keccak256(encodeRlp(extensionItems(extension, keccak256(extension.logsBloom))))

export function decodeExtension(bytes: Uint8Array, rules: Rules, where: string): HeaderExtension {
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
