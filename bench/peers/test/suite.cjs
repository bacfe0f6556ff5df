// A suite as projects have them: 100 tests that start from a snapshot, each with three payments, a call, a call that fails and a step of time.
const { network } = require('hardhat')

const tests = 100
const paymentsPerTest = 3
const ask = (method, ...params) => network.provider.request({ method, params })
/** Answers 42 to a call without data, and fails with data. */
const code = '0x6014600c60003960146000f336600e57602a60005260206000f35b60006000fd'
let account
let contract
let snapshot

async function send(transaction) {
  const hash = await ask('eth_sendTransaction', { from: account, ...transaction })
  let receipt = null
  // anvil answers before it has mined.
  while (receipt === null) receipt = await ask('eth_getTransactionReceipt', hash)
  if (receipt.status !== '0x1') throw new Error('the transaction failed')
  return receipt
}

async function fails(request) {
  try {
    await request
  } catch {
    return
  }
  throw new Error('the call did not fail')
}

describe('a suite', () => {
  before(async () => {
    ;[account] = await ask('eth_accounts')
    contract = (await send({ data: code, gas: '0x30d40' })).contractAddress
  })
  beforeEach(async () => {
    snapshot = await ask('evm_snapshot')
  })
  afterEach(() => ask('evm_revert', snapshot))
  after(() => {
    process.once('exit', () => {
      const { user, system } = process.cpuUsage()
      console.log(`SUITE_CPU_MS ${(user + system) / 1000}`)
    })
  })

  for (let test = 0; test < tests; test++) {
    it(`test ${test}`, async () => {
      for (let sent = 0; sent < paymentsPerTest; sent++)
        await send({ to: account, value: '0x1', gas: '0x5208' })
      const answer = await ask('eth_call', { to: contract }, 'latest')
      if (BigInt(answer) !== 42n) throw new Error('the contract has another answer')
      await fails(ask('eth_call', { to: contract, data: '0x01' }, 'latest'))
      await ask('evm_increaseTime', 60)
      await ask('evm_mine')
    })
  }
})
