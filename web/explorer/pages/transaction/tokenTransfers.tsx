import { nameOf } from '../../../shared/abi/contracts.ts'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Log } from '../../../shared/rpc/answers.ts'
import { TokenText } from '../../../shared/sentence/sentenceText.tsx'
import { type Token, useTokens } from '../../../shared/tokens/tokens.ts'
import { type TokenTransfer, transfersIn } from '../../../shared/tokens/tokenTransfers.ts'

const maximumShown = 100

/** The tokens that a transaction moved. Renders nothing when it moved none. */
export function TokenTransfers({ logs }: { readonly logs: readonly Log[] }) {
  const transfers = transfersIn(logs)
  const tokens = useTokens(transfers.map(({ token }) => token))
  if (transfers.length === 0) return null
  return (
    <section aria-label="Token transfers">
      <h2>Token transfers</h2>
      <Table
        label="Token transfers"
        columns={columnsWith(tokens)}
        rows={transfers.slice(0, maximumShown)}
        keyOf={(_, index) => String(index)}
      />
      {transfers.length > maximumShown && <p>… and {transfers.length - maximumShown} more, in the logs.</p>}
    </section>
  )
}

export const partyColumns: readonly Column<TokenTransfer>[] = [
  { name: 'From', cell: ({ from }) => <End address={from} zero="minted" /> },
  { name: 'To', cell: ({ to }) => <End address={to} zero="burnt" /> },
]

const columnsWith = (tokens: ReadonlyMap<string, Token>): readonly Column<TokenTransfer>[] => [
  {
    name: 'Amount',
    cell: ({ token, amount, id }) => (
      <span>
        <TokenText token={token} amount={amount} id={id} known={tokens.get(token.toLowerCase())} />{' '}
        <small>{tokens.get(token.toLowerCase())?.name}</small>
      </span>
    ),
  },
  ...partyColumns,
]

const End = ({ address, zero }: { readonly address: string; readonly zero: string }) =>
  /^0x0+$/.test(address) ? <em>{zero}</em> : <AddressLink value={address} label={nameOf(address)} />
