import { useState } from 'preact/hooks'
import { nameOf } from '../../../shared/abi/contracts.ts'
import { btc, grouped, integerOf } from '../../../shared/format/quantity.ts'
import { shortened } from '../../../shared/format/text.ts'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { AddressLink, BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { linkTo } from '../../../shared/routing/route.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import type { BridgeFacts } from './bridgeReads.ts'
import { loadPegs } from './loadPegs.ts'
import type { PegRow, PegStep } from './pegRow.ts'

interface PegListProps {
  readonly facts: BridgeFacts
  /** An id of a transaction of either chain, or a Bitcoin address; empty for all. */
  readonly wanted: string
}

const pageSize = 25

/** Peg-ins and peg-outs, each with its steps on both chains and what it waits for. */
export function PegList({ facts, wanted }: PegListProps) {
  const [shown, setShown] = useState(pageSize)
  const [depth, setDepth] = useState(1)
  const best = integerOf(head.value?.number)
  const loaded = useLoaded(() => loadPegs(facts, best, wanted, depth), `pegs ${wanted}`, [
    head.value?.hash,
    depth,
  ])
  return (
    <Panel title={wanted === '' ? 'Peg-ins and peg-outs' : 'Search results'}>
      <LoadedPart loaded={loaded} what="Searching the logs of the Bridge">
        {({ rows, from }) => (
          <>
            {rows.length === 0 ? (
              <Nothing wanted={wanted} from={from} />
            ) : (
              <ul class="pegs">
                {rows.slice(0, shown).map((row) => (
                  <Row key={`${row.kind} ${row.ids[0]}`} row={row} />
                ))}
              </ul>
            )}
            <div class="paging">
              {rows.length > shown && (
                <button type="button" onClick={() => setShown(shown + pageSize)}>
                  Show more of {rows.length}
                </button>
              )}
              {from > 0n && (
                <button type="button" onClick={() => setDepth(depth * 4)}>
                  Search before block {grouped(from)}
                </button>
              )}
            </div>
          </>
        )}
      </LoadedPart>
    </Panel>
  )
}

function Nothing({ wanted, from }: { readonly wanted: string; readonly from: bigint }) {
  const since = from === 0n ? 'on this chain' : `since block ${grouped(from)}`
  if (wanted === '') return <Empty>There are no peg-ins and peg-outs {since}.</Empty>
  return (
    <Empty>
      The logs of the Bridge have no peg-in and no peg-out {since} with {wanted.slice(0, 100)} as a
      transaction or a Bitcoin address. The Bridge learns of a payment when the federation registers it, after
      its confirmations on Bitcoin.
    </Empty>
  )
}

function Row({ row }: { readonly row: PegRow }) {
  const { kind, satoshis, account, bitcoinAddress, steps, waitsFor } = row
  return (
    <li>
      <h3>
        {kind} {satoshis !== undefined && `of ${btc(satoshis)}`}
      </h3>
      <div>
        {account !== undefined && (
          <>
            {kind === 'Peg-in' ? 'for ' : 'from '}
            <AddressLink value={account} label={nameOf(account)} />{' '}
          </>
        )}
        {bitcoinAddress !== undefined && (
          <>
            {kind === 'Peg-in' ? 'from ' : 'to '}
            <BitcoinText text={bitcoinAddress} name="Bitcoin address" />
          </>
        )}
      </div>
      <p class={waitsFor === '' ? 'standing' : undefined}>{waitsFor === '' ? endOf(steps) : waitsFor}</p>
      <ol class="peg-steps">
        {steps.map((step) => (
          <Step key={`${step.chain} ${step.name}`} step={step} />
        ))}
      </ol>
    </li>
  )
}

const endOf = (steps: readonly PegStep[]): string =>
  steps.some(({ state }) => state === 'failed') ? 'It failed.' : 'Done: nothing is missing.'

const states: Readonly<Record<PegStep['state'], string>> = {
  done: 'done',
  current: 'under way',
  waiting: 'not yet',
  failed: 'failed',
}

function Step({ step }: { readonly step: PegStep }) {
  const { chain, name, state, note, transaction, block, bitcoinTransaction } = step
  return (
    <li data-state={state}>
      <strong>{name}</strong> {chain}: {states[state]}
      {note !== undefined && <div>{note}</div>}
      {transaction !== undefined && (
        <div>
          <TransactionLink value={transaction} />
          {block !== undefined && (
            <>
              {' '}
              in block <BlockLink value={block} />
            </>
          )}
        </div>
      )}
      {bitcoinTransaction !== undefined && (
        <div>
          <BitcoinText text={bitcoinTransaction} name="Bitcoin transaction" />
        </div>
      )}
    </li>
  )
}

/** Links to the rows of this id or address. The text is untrusted: it may be anything that a Bridge event holds. */
const BitcoinText = ({ text, name }: { readonly text: string; readonly name: string }) => (
  <span class="hex">
    <a href={linkTo('peg', text)} title={text}>
      {shortened(text)}
    </a>
    <CopyButton text={text} name={name} />
  </span>
)
