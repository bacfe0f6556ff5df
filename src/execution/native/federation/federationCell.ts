import { RlpReader } from '../../../primitives/rlp/reader.ts'
import { bridgeAddress } from '../../../protocol/addresses.ts'
import type { State } from '../../../state/state.ts'
import { cellKey } from '../cellKey.ts'
import { type Federation, type FederationMember, singleKeyMember, sortedMembers } from './federation.ts'

/** The cells in which the Bridge keeps a federation and the version of its format. */
const cellsOf = (name: string) => ({ content: cellKey(name), version: cellKey(`${name}FormatVersion`) })

const cells = {
  new: cellsOf('newFederation'),
  old: cellsOf('oldFederation'),
}

/** The federation in a pair of cells of the Bridge; undefined when there is none. */
export function storedFederation(
  state: Pick<State, 'storage'>,
  which: keyof typeof cells,
): Federation | undefined {
  const { content, version } = cells[which]
  const cell = state.storage(bridgeAddress, content)
  if (cell.length === 0) return undefined
  const isVersioned = state.storage(bridgeAddress, version).length > 0
  return decodeFederation(cell, isVersioned)
}

/** Members are plain Bitcoin keys in the format without version, lists of three keys (RSKIP123) in all others. */
function decodeFederation(cell: Uint8Array, isVersioned: boolean): Federation {
  const reader = RlpReader.list(cell, 'federation')
  const creationTimeMillis = reader.number('creationTimeMillis')
  const creationBlock = reader.number('creationBlock')
  const list = reader.list('members')
  const members: FederationMember[] = []
  while (!list.done) {
    const member = list.bytes(`[${members.length}]`)
    members.push(isVersioned ? decodeMember(member) : singleKeyMember(member))
  }
  return { creationTimeMillis, creationBlock, members: sortedMembers(members) }
}

function decodeMember(encoded: Uint8Array): FederationMember {
  const reader = RlpReader.list(encoded, 'federation.member')
  return {
    bitcoinKey: reader.bytes('bitcoinKey'),
    rootstockKey: reader.bytes('rootstockKey'),
    mstKey: reader.bytes('mstKey'),
  }
}
