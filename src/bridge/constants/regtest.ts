import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { satoshisPerBitcoin } from '../../bitcoin/transactions/transactionRules.ts'
import { address, addresses, type BridgeConstants, publicKeys } from './bridgeConstants.ts'
import { regtestGenesis } from './genesisFederations.ts'
import { testnetBridge } from './testnet.ts'

/** A contract: the first one that the key keccak-256 of `UnionBridgeAuthorizerDeployer` creates. */
const unionBridgeAuthoriser = address('ff6f4ff09c54561e1476203e56fcfc834911aa64')

export const regtestBridge: BridgeConstants = {
  ...testnetBridge,
  fixedErpScript: undefined,
  bitcoin: regtestParameters,
  genesisFederation: regtestGenesis,
  migrationAges: { begin: 15, end: 150, endOfRskip357: 150 },
  validationBlocks: 125,
  activationAges: { first: 10, rskip383: 150, rskip419: 150 },
  emergencyKeys: {
    publicKeys: publicKeys(
      '03b9fc46657cf72a1afa007ecf431de1cd27ff5cc8829fa625b66ca47b967e6b24',
      '029cecea902067992d52c38b28bf0bb2345bda9b21eca76b16a17c477a64e43301',
      '03284178e5fbcc63c54c3b38e3ef88adf2da6c526313650041b0ef955763634ebd',
      '03ab0e2cd7ed158687fc13b88019990860cdb72b1f5777b58513312550ea1584bc',
    ),
    waitingBlocks: 500,
  },
  authorisers: {
    federationChange: addresses(
      '5252403bca6ac3c104abdd320a736fa38282045d',
      '0d8c44bd578a4e7148d1758b3332b529e93e48c1',
      '566bca18df14ed75efcc1a8a4f3947e81132dbbc',
      '2e7c9159614ddc0185e335d3343e92700c3e5a2d',
      'f0652637df184eca87e6bde29893825721dfb79f',
    ),
    feePerKb: addresses('53f8f6dabd612b6137215ddd7758bb5cdd638922'),
    lockingCap: addresses('6913bd4715eff3b25501f3212f15df38296d1f21'),
    whitelist: addresses('87d2a0f33744929da08b65fd62b627ea52b25f8e'),
    unionBridgeAddress: address('6c9dfd950bf748bb26f893f7e5f693c7f60a8f85'),
    unionBridgeLockingCap: unionBridgeAuthoriser,
    unionBridgePermissions: unionBridgeAuthoriser,
  },
  peginConfirmations: 3,
  pegoutConfirmations: 3,
  maximumMigrationInputs: 10,
  pegoutIndexHeight: 250 + 100,
  pegoutFeeGap: 20n,
  blocksBetweenPegouts: 50,
  initialLockingCap: 1_000n * satoshisPerBitcoin,
  blockIndexHeight: 10,
  maximumSearchDepth: 5,
}
