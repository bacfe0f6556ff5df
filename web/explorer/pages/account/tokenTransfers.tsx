import { integerOf } from '../../../shared/format/quantity.ts'
import { BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Hex, Log } from '../../../shared/rpc/answers.ts'
import { TokenText } from '../../../shared/sentence/sentenceText.tsx'
import { type Token, useTokens } from '../../../shared/tokens/tokens.ts'
import {
  batchTopic,
  singleTopic,
  type TokenTransfer,
  transfersIn,
  transferTopic,
} from '../../../shared/tokens/tokenTransfers.ts'
import { partyColumns } from '../transaction/tokenTransfers.tsx'
import { LogSearch } from './foundLogs.tsx'
import type { LogFilter } from './logSearch.ts'

const topicOf = (address: Hex): string => `0x${address.slice(2).padStart(64, '0')}`
const multiTopics = [singleTopic, batchTopic]

/** Transfers to an account. */
export const incomingFilters = (address: Hex): readonly LogFilter[] => [
  { topics: [transferTopic, null, topicOf(address)] },
  { topics: [multiTopics, null, null, topicOf(address)] },
]

const filtersOf = (address: Hex): readonly LogFilter[] => [
  ...incomingFilters(address),
  { topics: [transferTopic, topicOf(address)] },
  { topics: [multiTopics, null, topicOf(address)] },
]

/** Every transfer of one token. */
export const filtersOfToken = (token: Hex): readonly LogFilter[] => [
  { address: token, topics: [[transferTopic, ...multiTopics]] },
]

/** Tokens that an account sent and received. */
export const AccountTransfers = ({ address }: { readonly address: Hex }) => (
  <LogSearch identity={`transfers ${address}`} filters={filtersOf(address)} what="token transfers">
    {(logs) => <TransferTable logs={logs} account={address} />}
  </LogSearch>
)

/** The movements of one token. */
export const TransfersOfToken = ({ token }: { readonly token: Hex }) => (
  <LogSearch identity={`token ${token}`} filters={filtersOfToken(token)} what="transfers of this token">
    {(logs) => <TransferTable logs={logs} />}
  </LogSearch>
)

function TransferTable({ logs, account }: { readonly logs: readonly Log[]; readonly account?: Hex }) {
  const transfers = transfersIn(logs)
  const tokens = useTokens(transfers.map(({ token }) => token))
  return (
    <Table
      label="Token transfers"
      columns={columnsFor(tokens, account)}
      rows={transfers}
      keyOf={({ log }, index) => `${log.blockNumber} ${log.logIndex} ${index}`}
    />
  )
}

const columnsFor = (
  tokens: ReadonlyMap<string, Token>,
  account: Hex | undefined,
): readonly Column<TokenTransfer>[] => [
  { name: 'Transaction', cell: ({ log }) => <TransactionLink value={log.transactionHash} /> },
  { name: 'Block', cell: ({ log }) => <BlockLink value={integerOf(log.blockNumber)} /> },
  {
    name: 'Amount',
    cell: ({ token, amount, id, to }) => (
      <span>
        {account !== undefined && <span class="badge">{to === account ? 'in' : 'out'}</span>}{' '}
        <TokenText token={token} amount={amount} id={id} known={tokens.get(token.toLowerCase())} />
      </span>
    ),
  },
  ...partyColumns,
]
