import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../primitives/hex.ts'
import { blockHeaderMethods } from './blockHeaderContract.ts'
import { environmentMethods } from './environmentContract.ts'
import { hdWalletUtilsMethods } from './hdWalletUtils/hdWalletUtilsContract.ts'

describe('native methods', () => {
  it('have the selectors that contracts in the chain call', () => {
    const methods = [...hdWalletUtilsMethods, ...blockHeaderMethods, ...environmentMethods]
    const selectors = methods.map(({ signature, selector }) => [toHexDigits(selector), signature])
    expect(Object.fromEntries(selectors)).toEqual({
      '838c2a31': 'toBase58Check(bytes,int256)',
      ab65ddb7: 'deriveExtendedPublicKey(string,string)',
      '815a4f90': 'extractPublicKeyFromExtendedPublicKey(string)',
      '8ad13825': 'getMultisigScriptHash(int256,bytes[])',
      '243e7d36': 'getCoinbaseAddress(int256)',
      '2cce81aa': 'getBlockHash(int256)',
      '5ca053dd': 'getMergedMiningTags(int256)',
      '1f1db3ba': 'getMinGasPrice(int256)',
      '08a06364': 'getGasLimit(int256)',
      '06ac702b': 'getGasUsed(int256)',
      '9319a35b': 'getDifficulty(int256)',
      '3073c6eb': 'getBitcoinHeader(int256)',
      abcd8984: 'getUncleCoinbaseAddress(int256,int256)',
      '579ee593': 'getDifficultyWithUncles(int256)',
      '096c8196': 'getCumulativeWork(int256)',
      e8ce2274: 'getCallStackDepth()',
    })
  })
})
