import { integerOf } from '../../../shared/format/quantity.ts'
import { BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { LogEntry } from '../transaction/logList.tsx'
import { LogSearch } from './foundLogs.tsx'

/** The logs that a contract wrote. */
export const ContractLogs = ({ address }: { readonly address: Hex }) => (
  <LogSearch identity={`of ${address}`} filters={[{ address, topics: [] }]} what="logs of this contract">
    {(logs) => (
      <ol class="logs">
        {logs.map((log) => (
          <LogEntry key={`${log.blockNumber} ${log.logIndex}`} log={log}>
            <small>
              Block <BlockLink value={integerOf(log.blockNumber)} />,{' '}
              <TransactionLink value={log.transactionHash} />
            </small>
          </LogEntry>
        ))}
      </ol>
    )}
  </LogSearch>
)
