import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { LogForm, RecordText } from '../logs/recordText.ts'

export const logFieldNames = ['logIndex', 'transactionIndex', 'transactionHash', 'address', 'data', 'topics']

/** Bits of the members that assembly/logs.ts writes. */
const [withAddress, withData, withTopics] = [1, 2, 4] as const
const comma = 0x2c
const leftBracket = 0x5b

/** Writes the logs at some positions in a block, which ascend, as a JSON array. */
export type WriteLogs = (block: StoredBlock, logIndexes: readonly number[]) => void

/** Logs have the members that identify them and those that were chosen. */
export function logsWriter(
  chosen: ReadonlySet<string>,
  chain: Pick<Chain, 'unpackLogs' | 'transactionHash'>,
  text: RecordText,
): WriteLogs {
  const form = logForm(chosen, text)
  const hasHash = chosen.has('transactionHash')
  return (block, logIndexes) => {
    let separator: number = leftBracket
    let shared: number | undefined
    chain.unpackLogs(block, logIndexes, (transactionIndex, logIndex) => {
      if (transactionIndex !== shared) {
        const place = `,"transactionIndex":${transactionIndex}`
        if (!hasHash) text.share(place)
        else text.share(`${place},"transactionHash":"0x`, chain.transactionHash(block, transactionIndex), '"')
        shared = transactionIndex
      }
      text.log(form, logIndex, separator)
      separator = comma
    })
    text.write(']')
  }
}

function logForm(chosen: ReadonlySet<string>, { flat: { core } }: RecordText): LogForm {
  const hasData = chosen.has('data')
  const members =
    (chosen.has('address') ? withAddress : 0) |
    (hasData ? withData : 0) |
    (chosen.has('topics') ? withTopics : 0)
  return {
    write: (to, logIndex, sharedLength, { topicCount, length }) =>
      core.writeItem(to, logIndex, sharedLength, topicCount, length, members),
    writeHead: (to, logIndex, sharedLength) => core.writeItemHead(to, logIndex, sharedLength, members),
    hasData,
    writeTail: (to, { topicCount }) => core.writeItemTail(to, topicCount, members),
  }
}
