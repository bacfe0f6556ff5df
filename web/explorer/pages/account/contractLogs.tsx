import { decodeEvent } from '../../../shared/abi/contracts.ts'
import { integerOf } from '../../../shared/format/quantity.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import type { Hex, Log } from '../../../shared/rpc/answers.ts'
import { LogSearch } from './foundLogs.tsx'

/** The logs that a contract wrote. */
export const ContractLogs = ({ address }: { readonly address: Hex }) => (
  <LogSearch identity={`of ${address}`} filters={[{ address, topics: [] }]} what="logs of this contract">
    {(logs) => (
      <ol class="logs">
        {logs.map((log) => (
          <ContractLog key={`${log.blockNumber} ${log.logIndex}`} log={log} />
        ))}
      </ol>
    )}
  </LogSearch>
)

function ContractLog({
  log: { address, topics, data, blockNumber, transactionHash },
}: {
  readonly log: Log
}) {
  const decoded = decodeEvent(address, topics, data)
  return (
    <li>
      <header>
        <small>
          Block <BlockLink value={integerOf(blockNumber)} />, <TransactionLink value={transactionHash} />
        </small>
      </header>
      {decoded !== undefined && <DecodedCall decoded={decoded} />}
      <details open={decoded === undefined}>
        <summary>Topics and data</summary>
        <ol class="topics">
          {topics.map((topic, index) => (
            <li key={`${index} ${topic}`} class="hex">
              {topic}
            </li>
          ))}
        </ol>
        <BytesText data={data} name="data" />
      </details>
    </li>
  )
}
