import { decodeInput } from '../../../shared/abi/contracts.ts'
import { decimal, grouped, integerOf } from '../../../shared/format/quantity.ts'
import { AddressLink, BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import type { Receipt, Transaction } from '../../../shared/rpc/answers.ts'

export interface TransactionRow {
  readonly transaction: Transaction
  readonly receipt: Pick<Receipt, 'status' | 'gasUsed' | 'contractAddress'> | undefined
}

interface TransactionTableProps {
  readonly rows: readonly TransactionRow[]
  readonly showsBlock?: boolean
  /** The account that the rows are about: transactions that only call it inside are marked. */
  readonly account?: string
}

export const TransactionTable = ({ rows, showsBlock = false, account }: TransactionTableProps) => (
  <div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          {showsBlock && <th scope="col">Block</th>}
          <th scope="col">Call</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col" class="amount">
            RBTC
          </th>
          <th scope="col" class="amount">
            Gas
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ transaction, receipt }) => (
          <tr key={transaction.hash}>
            <td>
              {integerOf(receipt?.status ?? '0x1') === 0n && (
                <span class="badge bad" title="failed">
                  failed
                </span>
              )}{' '}
              <TransactionLink value={transaction.hash} />
              {isInside(account, transaction, receipt) && <span class="badge">internal</span>}
            </td>
            {showsBlock && (
              <td>{transaction.blockNumber && <BlockLink value={integerOf(transaction.blockNumber)} />}</td>
            )}
            <td>
              <span class="method">{callName(transaction)}</span>
            </td>
            <td>
              <AddressLink value={transaction.from} />
            </td>
            <td>
              <Receiver to={transaction.to} created={receipt?.contractAddress} />
            </td>
            <td class="amount">{decimal(integerOf(transaction.value), 18)}</td>
            <td class="amount">{receipt === undefined ? '–' : grouped(integerOf(receipt.gasUsed))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const isInside = (
  account: string | undefined,
  { from, to }: Transaction,
  receipt: TransactionRow['receipt'],
): boolean =>
  account !== undefined && ![from, to, receipt?.contractAddress].includes(account as Transaction['from'])

const Receiver = ({ to, created }: { to: string | null; created: string | null | undefined }) =>
  to !== null ? (
    <AddressLink value={to} />
  ) : created ? (
    <>
      new <AddressLink value={created} />
    </>
  ) : (
    <>new contract</>
  )

/** What a transaction does, in a word. */
function callName({ to, input }: Pick<Transaction, 'to' | 'input'>): string {
  if (to === null) return 'creation'
  if (input === null || input === '0x') return 'payment'
  const name = decodeInput(to, input)?.item.name
  return name ?? input.slice(0, 10)
}
