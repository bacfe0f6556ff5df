import type { Method } from '../../src/rpc/method/method.ts'
import type { Effect } from '../../src/rpc/method/methodFacts.ts'
import { adminWorst } from '../../src/rpc/modules/admin/worst.cases.ts'
import { dataWorst } from '../../src/rpc/modules/data/worst.cases.ts'
import { debugWorst } from '../../src/rpc/modules/debug/worst.cases.ts'
import { developmentMethods } from '../../src/rpc/modules/development/developmentMethods.ts'
import { developmentWorst } from '../../src/rpc/modules/development/worst.cases.ts'
import { erigonWorst } from '../../src/rpc/modules/erigon/worst.cases.ts'
import { ethWorst } from '../../src/rpc/modules/eth/worst.cases.ts'
import { evmWorst } from '../../src/rpc/modules/evm/worst.cases.ts'
import { fleetMethods } from '../../src/rpc/modules/fleet/fleetMethods.ts'
import { fleetWorst } from '../../src/rpc/modules/fleet/worst.cases.ts'
import type { WorstCalls } from '../../src/rpc/modules/heavyChain.cases.ts'
import { methods } from '../../src/rpc/modules/methods.ts'
import { mnrWorst } from '../../src/rpc/modules/mnr/worst.cases.ts'
import { netWorst } from '../../src/rpc/modules/net/worst.cases.ts'
import { otsWorst } from '../../src/rpc/modules/ots/worst.cases.ts'
import { pegWorst } from '../../src/rpc/modules/peg/worst.cases.ts'
import { personalWorst } from '../../src/rpc/modules/personal/worst.cases.ts'
import { rpcWorst } from '../../src/rpc/modules/rpc/worst.cases.ts'
import { rskWorst } from '../../src/rpc/modules/rsk/worst.cases.ts'
import { scoWorst } from '../../src/rpc/modules/sco/worst.cases.ts'
import { traceWorst } from '../../src/rpc/modules/trace/worst.cases.ts'
import { txpoolWorst } from '../../src/rpc/modules/txpool/worst.cases.ts'
import { web3Worst } from '../../src/rpc/modules/web3/worst.cases.ts'

export const worstCalls: WorstCalls = {
  ...{ ...adminWorst, ...dataWorst, ...debugWorst, ...developmentWorst, ...erigonWorst, ...ethWorst },
  ...{ ...evmWorst, ...fleetWorst, ...mnrWorst, ...netWorst, ...otsWorst, ...pegWorst, ...personalWorst },
  ...{ ...rpcWorst, ...rskWorst, ...scoWorst, ...traceWorst, ...txpoolWorst, ...web3Worst },
}

/** Effects in the order in which their methods are judged: what changes the heavy chain comes last. */
const order: readonly Effect[] = [
  ...([
    'asks-chain',
    'asks-node',
    'polls-filter',
    'opens-filter',
    'opens-node-filter',
    'subscribes',
    'removes-filter',
  ] as const),
  ...(['submits-signed', 'submits-and-waits', 'submits-unsigned', 'uses-node', 'changes-chain'] as const),
]

/** Every method that a node may answer. */
export const judgedMethods: readonly Method[] = [...methods, ...developmentMethods, ...fleetMethods].toSorted(
  (one, other) => order.indexOf(one.effect) - order.indexOf(other.effect),
)

/** Commands that mine many blocks, one in a turn. */
const mines: ReadonlySet<string> = new Set(['evm_mine', 'evm_mine_detailed', 'anvil_mine'])

/** Whether the caller owns the chain, so that nobody else waits. */
export const isOwnChains = (method: Method): boolean =>
  method.placement === 'chain' && method.bound === 'own-chain' && !mines.has(method.name)

/** Whether a call of the method may make a block in one turn, or execute a transaction for one. */
export const makesBlock = (method: Method): boolean =>
  mines.has(method.name) ||
  (method.placement === 'chain' && (method.bound === 'block' || method.bound === 'transaction'))
