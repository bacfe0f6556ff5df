import type { GoldenNode } from './goldenNode.ts'

/* Steps between recorded requests that were not recorded. */

type Preparation = (golden: GoldenNode) => unknown

const mine: Preparation = ({ node }) => node.local?.mine()

/** Calls `set` of the recorded contract, which emits an event. */
const sendLoggingTransaction: Preparation = ({ post }) =>
  post(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendTransaction',
      params: [
        {
          from: '0x7986b3df570230288501eea3d890bd66948c9b79',
          to: '0xda7ce79725418f4f6e13bf5f520c89cec5f6a974',
          data: `0x60fe47b1${'1'.padStart(64, '0')}`,
        },
      ],
    }),
  )

/** The recordings of `evm_*` start twelve blocks later than the others. */
const mineTwelve: Preparation = ({ node }) => {
  for (let count = 0; count < 12; count++) node.local?.mine()
}

/** Each block raises the minimum gas price by one. */
const mineThree: Preparation = ({ node }) => {
  for (let count = 0; count < 3; count++) node.local?.mine()
}

const preparations: Readonly<Record<string, Preparation>> = {
  'txpool_content/after-mining': mine,
  'eth_getFilterChanges/blocks-3-tx-sent': sendLoggingTransaction,
  'eth_getFilterChanges/blocks-4-block-mined': mine,
  'eth_getFilterChanges/blocks-6-empty-block': mine,
  'eth_getFilterChanges/expired-after-6-minutes': ({ waitMinutes }) => waitMinutes(6),
  'eth_blockNumber/evm-start': mineTwelve,
  'eth_getBlockByNumber/mingasprice-latest': mineThree,
}

/** The step before a case; undefined for most. */
export const preparationFor = (name: string): Preparation | undefined => preparations[name]
