// A suite of 200 transactions: 50 tests of four transactions, each of which starts from a snapshot.
const { network } = require('hardhat')

const tests = 50
const transactionsPerTest = 4
const ask = (method, ...params) => network.provider.request({ method, params })
let account
let snapshot
let startedAt

async function pay() {
  const hash = await ask('eth_sendTransaction', { from: account, to: account, value: '0x1', gas: '0x5208' })
  const receipt = await ask('eth_getTransactionReceipt', hash)
  if (receipt.status !== '0x1') throw new Error('the payment failed')
}

describe('a suite', () => {
  before(async () => {
    ;[account] = await ask('eth_accounts')
    startedAt = performance.now()
  })
  beforeEach(async () => {
    snapshot = await ask('evm_snapshot')
  })
  afterEach(() => ask('evm_revert', snapshot))
  after(() => console.log(`SUITE_MS ${performance.now() - startedAt}`))

  for (let test = 0; test < tests; test++) {
    it(`test ${test}`, async () => {
      for (let sent = 0; sent < transactionsPerTest; sent++) await pay()
    })
  }
})
