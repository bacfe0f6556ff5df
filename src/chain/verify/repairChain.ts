import type { Network } from '../../protocol/networks/network.ts'
import { StoreError } from '../../store/errors.ts'
import type { Store } from '../../store/store.ts'
import { repairRecord } from '../healing/repairRecord.ts'
import { Blocks } from '../storage/blocks.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import { States } from '../storage/states.ts'
import type { Finding, VerifyStep } from './finding.ts'
import { verifyChain } from './verifyChain.ts'
import { verifyState } from './verifyStates.ts'

/** A step of a verification that repairs what it finds. */
export type RepairStep = VerifyStep | { readonly restored: Finding }

/** Blocks that are executed for one record: a node that caught up has saved the state of every thousandth block. */
const maximumExecuted = 1024
const cacheBytes = 64 << 20

/**
 * Verifies a chain and restores damaged records from what else is stored. What could not be restored because other
 * records were damaged, or because it was not known to which account it belongs, is tried again at the end.
 */
export function* repairChain(
  store: Store,
  network: Network,
  executions?: number,
): Generator<RepairStep, void, undefined> {
  const failed: Finding[] = []
  let isRestoring = false
  for (const step of verifyChain(store, network, executions)) {
    if (!('finding' in step)) yield step
    else if (isRestored(step.finding, store, network)) {
      isRestoring = true
      yield { restored: step.finding }
    } else failed.push(step.finding)
  }
  yield { begins: 'what damaged records are restored from' }
  if (failed.some(isValue))
    isRestoring = areValuesRestored(failed.filter(isValue).length, store, network) || isRestoring
  for (const finding of failed) {
    if (isRestoring && isRestored(finding, store, network)) yield { restored: finding }
    else yield { finding }
  }
}

const isValue = ({ record }: Finding): boolean => record?.table === 'values'

/**
 * A walk through the newest state finds the contract to which a damaged code or cell belongs. It ends with the first one, so there
 * is a walk for each. Returns whether one was restored.
 */
function areValuesRestored(count: number, store: Store, network: Network): boolean {
  const { stateRoot } = new Blocks(store, network).head.record
  for (let restored = 0; restored < count; restored++) {
    const [finding] = findingsIn(verifyState(store, stateRoot, 'the newest state'))
    if (finding === undefined || !isRestored(finding, store, network)) return restored > 0
  }
  return count > 0
}

function* findingsIn(steps: Iterable<VerifyStep>): Generator<Finding, void, undefined> {
  for (const step of steps) if ('finding' in step) yield step.finding
}

/** With new caches, which hold nothing that was read before. */
function isRestored({ record }: Finding, store: Store, network: Network): boolean {
  if (record === undefined) return false
  const blocks = new Blocks(store, network)
  const states = new States(store, cacheShares(cacheBytes))
  try {
    return repairRecord(record, { store, network, blocks, states, maximumExecuted })
  } catch (error) {
    // Pages that the restoration reads or writes are damaged.
    if (error instanceof StoreError && error.code === 'failed') return false
    throw error
  }
}
