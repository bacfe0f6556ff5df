import { integerOf } from '../../../shared/format/quantity.ts'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Tabs } from '../../../shared/parts/tabs.tsx'
import type { Route } from '../../../shared/routing/route.ts'
import type { Receipt } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { bridge } from '../../../shared/sentence/bridgeDeed.ts'
import { remasc } from '../../../shared/sentence/remascPayment.ts'
import { Sentence } from '../../../shared/sentence/sentenceText.tsx'
import { CheckedTransaction } from '../../checking/checkedHere.tsx'
import { lazyPart } from '../../lazyPart.tsx'
import { useFailure } from './failure.tsx'
import { findWithBlock, type ShownTransaction } from './findTransaction.ts'
import { LogList } from './logList.tsx'
import { RawTransaction } from './rawTransaction.tsx'
import { TransactionOverview } from './transactionOverview.tsx'

const CallTree = lazyPart(async () => (await import('./callTree.tsx')).CallTree)
const StateChanges = lazyPart(async () => (await import('./stateChanges.tsx')).StateChanges)
const PegProgress = lazyPart(async () => (await import('./pegProgress.tsx')).PegProgress)
const Stepper = lazyPart(async () => (await import('../stepper/stepper.tsx')).Stepper)

export function TransactionPage({ route: { parts } }: { readonly route: Route }) {
  const [hash = ''] = parts
  const loaded = useLoaded(() => findWithBlock(hash), `tx ${hash}`, [head.value?.hash])
  return (
    <LoadedPart loaded={loaded} what="Loading the transaction">
      {(found) => (found === undefined ? <Missing /> : <Shown {...found} />)}
    </LoadedPart>
  )
}

const Missing = () => (
  <>
    <h1>Transaction not found</h1>
    <Empty>
      The node has no transaction with this hash, pending or in a block. It may have been replaced or dropped
      before a block held it, a reorganisation may have removed it, or it is of another network.
    </Empty>
  </>
)

function Shown(shown: ShownTransaction) {
  const { transaction, receipt, hasCode } = shown
  const { hash } = transaction
  const failure = useFailure(transaction, receipt)
  const overview = { name: 'Overview', content: () => <TransactionOverview {...shown} failure={failure} /> }
  const raw = { name: 'Raw form', content: () => <RawTransaction transaction={transaction} /> }
  const tabs =
    receipt === undefined
      ? [overview, raw]
      : [
          overview,
          { name: `Logs (${receipt.logs.length})`, content: () => <LogList logs={receipt.logs} /> },
          { name: 'Call tree', content: () => <CallTree hash={hash} /> },
          { name: 'State changes', content: () => <StateChanges hash={hash} /> },
          { name: 'Steps', content: () => <Stepper hash={hash} /> },
          raw,
        ]
  return (
    <>
      <div class="title">
        <h1>{transaction.to === remasc ? 'Transaction of REMASC' : 'Transaction'}</h1>
        <Outcome receipt={receipt} />
      </div>
      <p class="headline">
        <Sentence
          transaction={transaction}
          receipt={receipt}
          reason={failure?.reason ?? ''}
          hasCode={hasCode}
        />
        .
      </p>
      {receipt !== undefined && <CheckedTransaction transaction={transaction} receipt={receipt} />}
      {receipt !== undefined && transaction.to === bridge && integerOf(transaction.value) > 0n && (
        <PegProgress hash={hash} />
      )}
      <Tabs label="Parts of the transaction" tabs={tabs} />
    </>
  )
}

function Outcome({ receipt }: { readonly receipt: Receipt | undefined }) {
  if (receipt === undefined) return <span class="badge">pending</span>
  return integerOf(receipt.status) === 0n ? (
    <span class="badge bad">failed</span>
  ) : (
    <span class="badge good">success</span>
  )
}
