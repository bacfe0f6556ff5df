import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Tabs } from '../../../shared/parts/tabs.tsx'
import type { Route } from '../../../shared/routing/route.ts'
import type { Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { lazyPart } from '../../lazyPart.tsx'
import { CallTree } from './callTree.tsx'
import { LogList } from './logList.tsx'
import { StateChanges } from './stateChanges.tsx'
import { TransactionFacts } from './transactionFacts.tsx'

const Stepper = lazyPart(async () => (await import('../stepper/stepper.tsx')).Stepper)

export function TransactionPage({ route: { parts } }: { readonly route: Route }) {
  const [hash = ''] = parts
  const loaded = useLoaded(() => findTransaction(hash), `tx ${hash}`, [head.value?.hash])
  return (
    <LoadedPart loaded={loaded} what="Loading the transaction">
      {(found) => (found === undefined ? <Missing /> : <Shown {...found} />)}
    </LoadedPart>
  )
}

interface Found {
  readonly transaction: Transaction
  /** Undefined while the transaction is pending. */
  readonly receipt: Receipt | undefined
}

async function findTransaction(hash: string): Promise<Found | undefined> {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return undefined
  const [transaction, receipt] = await Promise.all([
    call<Transaction | null>('eth_getTransactionByHash', hash),
    call<Receipt | null>('eth_getTransactionReceipt', hash),
  ])
  return transaction === null ? undefined : { transaction, receipt: receipt ?? undefined }
}

const Missing = () => (
  <>
    <h1>Transaction not found</h1>
    <Empty>
      The node has no transaction with this hash, pending or in a block. A reorganisation may have removed it,
      or it is of another network.
    </Empty>
  </>
)

function Shown({ transaction, receipt }: Found) {
  const { hash } = transaction
  const overview = {
    name: 'Overview',
    content: () => <TransactionFacts transaction={transaction} receipt={receipt} />,
  }
  const tabs =
    receipt === undefined
      ? [overview]
      : [
          overview,
          { name: `Logs (${receipt.logs.length})`, content: () => <LogList logs={receipt.logs} /> },
          { name: 'Call tree', content: () => <CallTree hash={hash} /> },
          { name: 'State changes', content: () => <StateChanges hash={hash} /> },
          { name: 'Steps', content: () => <Stepper hash={hash} /> },
        ]
  return (
    <>
      <h1>Transaction</h1>
      <Tabs label="Parts of the transaction" tabs={tabs} />
    </>
  )
}
