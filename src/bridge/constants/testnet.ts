import { testnetParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { satoshisPerBitcoin } from '../../bitcoin/transactions/transactionRules.ts'
import { firstTestnetErpScript } from '../federation/recogniseRedeemScript.ts'
import { address, addresses, type BridgeConstants, publicKeys } from './bridgeConstants.ts'
import { testnetGenesis } from './genesisFederations.ts'
import { mainnetBridge } from './mainnet.ts'

const feeAuthorisers = addresses(
  '4502d34c8e889b2be7e1bfe1a645df8fa3f9204b',
  'f7d8befef29878e5c35fee23e6889ed88afb56b8',
  '9e472a8b3f3c95736b0b255db2b7ba38c687c751',
)

export const testnetBridge: BridgeConstants = {
  ...mainnetBridge,
  bitcoin: testnetParameters,
  genesisFederation: testnetGenesis,
  firstFederationAddress: '2N7ZgQyhFKm17RbaLqygYbS7KLrQfapyZzu',
  migrationAges: { begin: 60, end: 900, endOfRskip357: 900 },
  validationBlocks: 2_000,
  activationAges: { first: 60, rskip383: 120, rskip419: 2_400 },
  fixedErpScript: firstTestnetErpScript,
  emergencyKeys: {
    publicKeys: publicKeys(
      '0216c23b2ea8e4f11c3f9e22711addb1d16a93964796913830856b568cc3ea21d3',
      '034db69f2112f4fb1bb6141bf6e2bd6631f0484d0bd95b16767902c9fe219d4a6f',
      '0275562901dd8faae20de0a4166362a4f82188db77dbed4ca887422ea1ec185f14',
    ),
    waitingBlocks: 52_560,
  },
  authorisers: {
    federationChange: addresses(
      '5990aaedfccc88e2f7321a5b8d8db1f6e64abf03',
      '112140a53537b49788456daffda2e20efd1865cd',
      '5526529f386c4c77044f1c29bb965b37a7767c3d',
    ),
    feePerKb: feeAuthorisers,
    lockingCap: feeAuthorisers,
    whitelist: addresses('54fdb399cf235c9b0d464ab4055af9251883bbfe'),
    unionBridgeAddress: address('54fdb399cf235c9b0d464ab4055af9251883bbfe'),
    unionBridgeLockingCap: address('1a8109af0f019ed3045fbcdf45e5e90d6b6aafaf'),
    unionBridgePermissions: address('8db1f83e8119e4dce5bc708ec2f4390ffd910b19'),
  },
  minimumPegout: { legacy: 500_000n, rskip219: 250_000n },
  peginConfirmations: 10,
  pegoutConfirmations: 10,
  pegoutIndexHeight: 2_589_553 + 1_440,
  initialFeePerKb: 100_000n,
  initialLockingCap: 200n * satoshisPerBitcoin,
  blockIndexHeight: 2_039_594,
  excessiveWorkHeight: undefined,
  canSetUnionBridgeAddress: true,
}
