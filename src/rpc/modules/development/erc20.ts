import { type SimulationOptions, simulateCall } from '../../../execution/simulate.ts'
import type { DevelopmentControls } from '../../../node/local/development/developmentControls.ts'
import {
  type Address,
  asAddress,
  concatBytes,
  equalBytes,
  stripLeadingZeros,
} from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import { helperRefused } from '../../errors/errors.ts'
import type { RpcContext } from '../../method/rpcContext.ts'
import { ownCallBase } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { latestBlock } from '../../params/blockReference.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand } from './developmentChain.ts'

/** Maximum storage slots to probe for the token's answer; a getter of a token reads a few. */
const maximumCells = 64
/** Differs from what tokens hold, and fits into the shorter words of packed cells. */
const probe = 0x5ca1ab1e_0ddba11_5eedn

interface Cell {
  readonly account: Address
  readonly key: bigint
}

/**
 * Sets the storage cell that a getter of a token answers, wherever the token keeps it: changes one cell after the other that
 * the getter reads, until its answer changes with the cell. Refuses a token whose answer is not the content of one cell.
 */
function setTokenCell(
  { token, ...getter }: TokenGetter,
  amount: bigint,
  development: DevelopmentControls,
  context: RpcContext,
): void {
  const { node, settings } = context
  const { host } = ownCallBase(latestBlock, node)
  const { state } = host
  const data = concatBytes(fromHex(getter.selector), ...getter.accounts.map((each) => padded(each)))
  const call = { from: token, to: token, value: 0n, data, gas: settings.callGasCap, gasPrice: 0n }
  const answers = (expected: bigint, options?: SimulationOptions): boolean => {
    const { status, output } = simulateCall(call, host, options)
    return status === 'success' && equalBytes(output, wordBytes(expected))
  }

  const cells = new Map<string, Cell>()
  const storageRead = (account: Address, key: bigint): void => {
    if (cells.size < maximumCells)
      cells.set(`${account.join()} ${key}`, { account: asAddress(account.slice()), key })
  }
  answers(probe, { tracer: { storageRead } })
  const found = [...cells.values()].find(({ account, key }) => {
    const mark = state.snapshot()
    const isAnswer = [probe, amount].every((tried) => {
      state.setStorage(account, wordBytes(key), stripLeadingZeros(wordBytes(tried)))
      return answers(tried)
    })
    state.rollback(mark)
    return isAnswer
  })
  if (found === undefined) {
    throw helperRefused(`the token has no storage cell that ${getter.name} answers: use anvil_setStorageAt`)
  }
  development.edit((edited) => {
    edited.setStorage(found.account, wordBytes(found.key), stripLeadingZeros(wordBytes(amount)))
  })
}

interface TokenGetter {
  readonly token: Address
  readonly name: string
  /** The first four bytes of the hash of its signature, in hex. */
  readonly selector: string
  readonly accounts: readonly Address[]
}

const padded = (account: Address): Uint8Array => concatBytes(new Uint8Array(12), account)

export const anvilDealErc20 = defineCommand({
  name: 'anvil_dealERC20',
  aliases: ['anvil_dealErc20', 'anvil_setERC20Balance', 'hardhat_dealERC20'],
  summary: 'Sets the balance of an account in a token of ERC-20, if the token keeps it in a storage cell.',
  params: [argument('address', address), argument('token', address), argument('balance', quantity)],
  cost: 20,
  run([account, token, balance], development, context) {
    const getter = { token, name: 'balanceOf', selector: '0x70a08231', accounts: [account] }
    setTokenCell(getter, balance, development, context)
  },
})

export const anvilSetErc20Allowance = defineCommand({
  name: 'anvil_setERC20Allowance',
  aliases: ['anvil_setErc20Allowance', 'hardhat_setERC20Allowance'],
  summary:
    'Sets what a spender may take of the owner’s tokens of ERC-20, if the token keeps it in a storage cell.',
  params: [
    argument('owner', address),
    argument('spender', address),
    argument('token', address),
    argument('amount', quantity),
  ],
  cost: 20,
  run([owner, spender, token, amount], development, context) {
    const getter = { token, name: 'allowance', selector: '0xdd62ed3e', accounts: [owner, spender] }
    setTokenCell(getter, amount, development, context)
  },
})
