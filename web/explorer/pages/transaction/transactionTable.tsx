import { grouped, integerOf } from '../../../shared/format/quantity.ts'
import { BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Log, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { Sentence } from '../../../shared/sentence/sentenceText.tsx'

export interface TransactionRow {
  readonly transaction: Transaction
  /** Lists of `ots_*` leave the logs out; the sentence is then shorter. */
  readonly receipt: (Omit<Receipt, 'logs'> & { readonly logs: readonly Log[] | null }) | undefined
}

interface TransactionTableProps {
  readonly rows: readonly TransactionRow[]
  readonly showsBlock?: boolean
  /** The account that the rows are about: transactions that only call it inside are marked. */
  readonly account?: string
}

/** Transactions, each with its sentence. */
export const TransactionTable = ({ rows, showsBlock = false, account }: TransactionTableProps) => (
  <Table
    label="Transactions"
    columns={columnsFor(showsBlock, account)}
    rows={rows}
    keyOf={({ transaction }) => transaction.hash}
  />
)

const columnsFor = (showsBlock: boolean, account: string | undefined): readonly Column<TransactionRow>[] => [
  {
    name: 'Transaction',
    cell: ({ transaction, receipt }) => (
      <span>
        <TransactionLink value={transaction.hash} />{' '}
        {integerOf(receipt?.status ?? '0x1') === 0n && <span class="badge bad">failed</span>}
        {isInside(account, transaction, receipt) && <span class="badge">internal</span>}
      </span>
    ),
  },
  ...(showsBlock ? [blockColumn] : []),
  {
    name: 'What it did',
    cell: ({ transaction, receipt }) => (
      <Sentence
        transaction={transaction}
        receipt={receipt === undefined ? undefined : { ...receipt, logs: receipt.logs ?? [] }}
      />
    ),
  },
  {
    name: 'Gas',
    isAmount: true,
    cell: ({ receipt }) => (receipt === undefined ? '–' : grouped(integerOf(receipt.gasUsed))),
  },
]

const blockColumn: Column<TransactionRow> = {
  name: 'Block',
  cell: ({ transaction: { blockNumber } }) =>
    blockNumber === null ? 'pending' : <BlockLink value={integerOf(blockNumber)} />,
}

const isInside = (
  account: string | undefined,
  { from, to }: Transaction,
  receipt: TransactionRow['receipt'],
): boolean =>
  account !== undefined && ![from, to, receipt?.contractAddress].includes(account as Transaction['from'])
