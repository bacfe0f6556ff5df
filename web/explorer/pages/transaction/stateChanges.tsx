import { nameOf } from '../../../shared/abi/contracts.ts'
import { decimal, integerOf, rbtc } from '../../../shared/format/quantity.ts'
import { bytesIn } from '../../../shared/format/text.ts'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { type AccountState, changedAccounts, loadDifference } from './stateDifference.ts'

/** The accounts that a transaction changed, before and after. */
export function StateChanges({ hash }: { readonly hash: string }) {
  const loaded = useLoaded(() => loadDifference(hash), `changes ${hash}`)
  return (
    <LoadedPart loaded={loaded} what="Executing the transaction again">
      {(difference) =>
        difference === null ? (
          <Empty>The node cannot trace this transaction.</Empty>
        ) : (
          <ul class="changes">
            {changedAccounts(difference).map((address) => (
              <Account
                key={address}
                address={address}
                before={difference.pre[address] ?? {}}
                after={difference.post[address]}
              />
            ))}
          </ul>
        )
      }
    </LoadedPart>
  )
}

interface AccountProps {
  readonly address: string
  readonly before: AccountState
  /** Undefined for an account that the transaction removed. */
  readonly after: AccountState | undefined
}

const maximumCells = 200

function Account({ address, before, after }: AccountProps) {
  const cells = [...new Set([...Object.keys(before.storage ?? {}), ...Object.keys(after?.storage ?? {})])]
  return (
    <li>
      <header>
        <AddressLink value={address} label={nameOf(address)} whole />
      </header>
      <dl>
        {after === undefined && <Change name="Account" from="exists" to="removed" />}
        {after?.balance !== undefined && <BalanceChange from={before.balance} to={after.balance} />}
        {after?.nonce !== undefined && (
          <Change name="Nonce" from={String(integerOf(before.nonce))} to={String(integerOf(after.nonce))} />
        )}
        {after?.code !== undefined && (
          <Change
            name="Code"
            from={`${bytesIn(before.code ?? '0x')} bytes`}
            to={`${bytesIn(after.code)} bytes`}
          />
        )}
        {cells.slice(0, maximumCells).map((cell) => (
          <Change
            key={cell}
            name={`Slot ${shortSlot(cell)}`}
            from={shortWord(before.storage?.[cell])}
            to={shortWord(after?.storage?.[cell])}
          />
        ))}
        {cells.length > maximumCells && <p>… {cells.length - maximumCells} further cells</p>}
      </dl>
    </li>
  )
}

function BalanceChange({ from, to }: { readonly from: string | undefined; readonly to: string }) {
  const change = integerOf(to) - integerOf(from)
  return (
    <Change
      name="Balance"
      from={rbtc(integerOf(from))}
      to={`${rbtc(integerOf(to))} (${change > 0n ? '+' : ''}${decimal(change, 18)})`}
    />
  )
}

const Change = ({ name, from, to }: { name: string; from: string; to: string }) => (
  <div>
    <dt>{name}</dt>
    <dd class="mono">
      <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
    </dd>
  </div>
)

const shortWord = (word: string | undefined): string => {
  const digits = (word ?? '0x0').slice(2).replace(/^0+/, '')
  return digits === '' ? '0' : `0x${digits}`
}

const shortSlot = (cell: string): string =>
  shortWord(cell).length > 12 ? `${cell.slice(0, 10)}…${cell.slice(-6)}` : String(integerOf(cell))
