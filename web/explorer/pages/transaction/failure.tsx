import { decodeInput, nameOf } from '../../../shared/abi/contracts.ts'
import { revertReason } from '../../../shared/abi/revertReason.ts'
import { counted, integerOf } from '../../../shared/format/quantity.ts'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { keepInAddress } from '../../../shared/routing/route.ts'
import type { Hex, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { type FailurePlace, failureOf, failurePlace, loadCalls } from './callFrame.ts'

export interface FoundFailure {
  /** Empty when the contract gave none. */
  readonly reason: string
  /** Undefined where the node does not trace. */
  readonly place: FailurePlace | undefined
}

/** Why a transaction failed: the receipt does not say it, so the node executes it again. Undefined for others. */
export function useFailure(
  { hash, to }: Transaction,
  receipt: Receipt | undefined,
): FoundFailure | undefined {
  const isFailed = receipt !== undefined && integerOf(receipt.status) === 0n
  const { value } = useLoaded<FoundFailure | undefined>(
    () => (isFailed ? findFailure(hash, to) : Promise.resolve(undefined)),
    `failure ${hash} ${isFailed}`,
  )
  return value
}

async function findFailure(hash: Hex, to: Hex | null): Promise<FoundFailure> {
  const root = await loadCalls(hash).catch(() => null)
  if (root !== null && root.error !== undefined) {
    const place = failurePlace(root)
    return { reason: failureOf(root) || failureOf(place.frame), place }
  }
  const output = await call<Hex | null>('ots_getTransactionError', hash).catch(() => null)
  return { reason: revertReason(to, output ?? undefined), place: undefined }
}

/** Where in the tree of calls the failure began. */
export function FailurePlaceText({ place: { frame, depth } }: { readonly place: FailurePlace }) {
  const { to, input = '0x', type } = frame
  const name = to === undefined ? undefined : decodeInput(to, input)?.item.name
  return (
    <>
      in {type.startsWith('CREATE') ? 'the creation of' : <code>{name ?? input.slice(0, 10)}</code>}
      {to !== undefined && (
        <>
          {' '}
          {!type.startsWith('CREATE') && 'of '}
          <AddressLink value={to} label={nameOf(to)} />
        </>
      )}
      , {depth === 0 ? 'the outermost call' : `${counted(depth, 'call')} deep`}{' '}
      <button type="button" class="quiet" onClick={() => keepInAddress('tab', 'call-tree')}>
        Show it in the call tree
      </button>
    </>
  )
}
