import { useState } from 'preact/hooks'
import { parseDecimal, rbtc, toQuantity } from '../../../shared/format/quantity.ts'
import { Panel } from '../../../shared/parts/facts.tsx'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { nodeInPage } from '../../../shared/rpc/nodeInPage.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { lazyPart } from '../../lazyPart.tsx'
import { isLocal, network } from '../../network.ts'
import { Accounts } from './accounts.tsx'
import { Action, Field } from './action.tsx'
import { checkedAddress } from './checkedAddress.ts'
import { PegIn } from './pegIn.tsx'
import { Snapshots } from './snapshots.tsx'

const DeployForm = lazyPart(async () => (await import('../contract/deployForm.tsx')).DeployForm)

/** Actions of a developer on a local chain. */
export function DevPage() {
  if (!isLocal()) {
    return (
      <>
        <h1>Development</h1>
        <Empty>This network is not a local chain.</Empty>
      </>
    )
  }
  return (
    <>
      <h1>Development</h1>
      {nodeInPage() === undefined && (
        <p>
          For a try without this chain, the <a href="./playground">playground</a> is a chain in a browser tab.
        </p>
      )}
      <Accounts />
      <div class="panels">
        <Panel title="Faucet">
          <Faucet />
        </Panel>
        <Panel title="Blocks">
          <Mine />
        </Panel>
        <Panel title="Time">
          <Time />
        </Panel>
        <Panel title="Snapshots">
          <Snapshots />
        </Panel>
        {network.value?.modules.has('peg') && (
          <Panel title="Peg-in">
            <PegIn />
          </Panel>
        )}
        {network.value?.modules.has('hardhat') && (
          <Panel title="Impersonation">
            <Impersonation />
          </Panel>
        )}
      </div>
      <Panel title="Deploy a contract">
        <DeployForm />
      </Panel>
    </>
  )
}

function Faucet() {
  const [address, setAddress] = useState('')
  const [amount, setAmount] = useState('10')
  const run = async () => {
    const to = checkedAddress(address)
    const wei = parseDecimal(amount, 18)
    if (wei === undefined) throw new Error('The amount must be a number such as 0.5.')
    const balance = BigInt(await call<Hex>('eth_getBalance', to, 'latest')) + wei
    if (network.value?.modules.has('hardhat')) await call('hardhat_setBalance', to, toQuantity(balance))
    else await pay(to, wei)
    return `The account has ${rbtc(balance)}, once a block holds the payment.`
  }
  return (
    <Action label="Give" run={run}>
      <Field label="Address" value={address} onChange={setAddress} />
      <Field label="RBTC" value={amount} onChange={setAmount} />
    </Action>
  )
}

/** A chain without the methods of `cambium dev` pays from its first account. */
async function pay(to: Hex, wei: bigint): Promise<void> {
  const [from] = await call<readonly Hex[]>('eth_accounts')
  if (from === undefined) throw new Error('The node has no unlocked account to pay from.')
  await call('eth_sendTransaction', { from, to, value: toQuantity(wei), gas: toQuantity(100_000) })
}

const countOf = (text: string, maximum: number, what: string): number => {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > maximum)
    throw new Error(`${what} must be from 1 to ${maximum}.`)
  return count
}

function Mine() {
  const [blocks, setBlocks] = useState('1')
  const run = async () => {
    const count = countOf(blocks, 10_000, 'The number of blocks')
    await call('anvil_mine', toQuantity(count)).catch(() => call('evm_mine', { blocks: count }))
    return `The best block is ${BigInt(await call<Hex>('eth_blockNumber'))}.`
  }
  return (
    <Action label="Mine" run={run}>
      <Field label="Blocks" value={blocks} onChange={setBlocks} />
    </Action>
  )
}

function Time() {
  const [seconds, setSeconds] = useState('3600')
  const run = async () => {
    const step = countOf(seconds, 1_000_000_000, 'The number of seconds')
    await call('evm_increaseTime', step)
    await call('evm_mine')
    return `The clock moved forward by ${step} seconds, and a block was mined.`
  }
  return (
    <Action label="Move the clock" run={run}>
      <Field label="Seconds forward" value={seconds} onChange={setSeconds} />
    </Action>
  )
}

function Impersonation() {
  const [address, setAddress] = useState('')
  const run = async () => {
    const account = checkedAddress(address)
    await call('hardhat_impersonateAccount', account)
    return 'The node now sends transactions of this account without its key.'
  }
  const stop = async () => {
    await call('hardhat_stopImpersonatingAccount', checkedAddress(address))
    return 'The account needs its key again.'
  }
  return (
    <>
      <Action label="Impersonate" run={run}>
        <Field label="Address" value={address} onChange={setAddress} />
      </Action>
      <Action label="Stop impersonating it" run={stop} />
    </>
  )
}
