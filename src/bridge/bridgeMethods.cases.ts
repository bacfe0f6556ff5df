/**
 * The methods of the reference node's Bridge: selector, signature, gas of the cheapest call without the two units per
 * byte (by the rules of regtest), RSKIP that adds or removes the method, callers that it answers and the instruction
 * that may call it.
 */
const table = `
ecefd339 addFederatorPublicKey(bytes) 13000 until-123 any CALL
444ff9da addFederatorPublicKeyMultikey(bytes,bytes,bytes) 13000 since-123 any CALL
502bbbce addLockWhitelistAddress(string,int256) 25000 until-87 any CALL
848206d9 addOneOffLockWhitelistAddress(string,int256) 25000 since-87 any CALL
b906c938 addUnlimitedLockWhitelistAddress(string) 25000 since-87 any CALL
f10b9c59 addSignature(bytes,bytes[],bytes) 70000 always any CALL
1533330f commitFederation(bytes) 38000 always any CALL
1183d5d1 createFederation() 11000 always any CALL
14c89c01 getBtcBlockchainBestChainHeight() 19000 always local-until-220 STATICCALL
4897193f getBtcBlockchainInitialBlockHeight() 20000 since-89 local STATICCALL
cf4ff2d2 getBtcBlockchainBlockLocator() 76000 until-89 local STATICCALL
efd44418 getBtcBlockchainBlockHashAtDepth(int256) 20000 since-89 local STATICCALL
5b644587 getBtcTransactionConfirmations(bytes32,bytes32,uint256,bytes32[]) 27000 since-122 any STATICCALL
97fcca7d getBtcTxHashProcessedHeight(string) 22000 always local STATICCALL
6923fa85 getFederationAddress() 11000 always local STATICCALL
1b2045ee getFederationCreationBlockNumber() 10000 always local STATICCALL
5e2db9d4 getFederationCreationTime() 10000 always local STATICCALL
802ad4b6 getFederationSize() 10000 always local STATICCALL
0fd47456 getFederationThreshold() 11000 always local STATICCALL
6b89a1af getFederatorPublicKey(int256) 10000 until-123 local STATICCALL
549cfd1c getFederatorPublicKeyOfType(int256,string) 10000 since-123 local STATICCALL
724ec886 getFeePerKb() 2000 always local STATICCALL
93988b76 getLockWhitelistAddress(int256) 16000 always local STATICCALL
251c5f7b getLockWhitelistEntryByAddress(string) 16000 since-87 local STATICCALL
e9e658dc getLockWhitelistSize() 16000 always local STATICCALL
2f8d158f getMinimumLockTxValue() 2000 always local STATICCALL
6ce0ed5a getPendingFederationHash() 3000 always local STATICCALL
3ac72b38 getPendingFederationSize() 3000 always local STATICCALL
492f7c44 getPendingFederatorPublicKey(int256) 3000 until-123 local STATICCALL
c61295d9 getPendingFederatorPublicKeyOfType(int256,string) 3000 since-123 local STATICCALL
47227286 getRetiringFederationAddress() 3000 always local STATICCALL
d905153f getRetiringFederationCreationBlockNumber() 3000 always local STATICCALL
3f0ce9b1 getRetiringFederationCreationTime() 3000 always local STATICCALL
d970b0fd getRetiringFederationSize() 3000 always local STATICCALL
07bbdfc4 getRetiringFederationThreshold() 3000 always local STATICCALL
4675d6de getRetiringFederatorPublicKey(int256) 3000 until-123 local STATICCALL
68bc2b2b getRetiringFederatorPublicKeyOfType(int256,string) 3000 since-123 local STATICCALL
956d9713 getProposedFederationAddress() 3000 since-419 local STATICCALL
06ebeb8c getProposedFederationSize() 3000 since-419 local STATICCALL
fa2df78c getProposedFederationCreationTime() 3000 since-419 local STATICCALL
2b169b23 getProposedFederationCreationBlockNumber() 3000 since-419 local STATICCALL
e3228fab getProposedFederatorPublicKeyOfType(int256,string) 3000 since-419 local STATICCALL
c4fbca20 getStateForBtcReleaseClient() 4000 always local STATICCALL
4c723e89 getStateForSvpClient() 4000 since-419 local STATICCALL
0d0cee93 getStateForDebugging() 3000000 always local STATICCALL
3f9db977 getLockingCap() 3000 since-134 local STATICCALL
1d73d5dd getActivePowpegRedeemScript() 30000 since-293 any STATICCALL
177d6e18 getActiveFederationCreationBlockHeight() 3000 since-186 any STATICCALL
2910aeb2 increaseLockingCap(int256) 8000 since-134 any CALL
248a982d isBtcTxHashAlreadyProcessed(string) 23000 always local STATICCALL
e5400e7b receiveHeaders(bytes[]) 25000 always any CALL
884bdd86 receiveHeader(bytes) 10600 since-200 any CALL
43dc0656 registerBtcTransaction(bytes,int256,bytes) 22000 always any CALL
80af2871 releaseBtc() 23000 always any CALL
fcdeb46f removeLockWhitelistAddress(string) 24000 always any CALL
8dec3d32 rollbackFederation() 12000 always any CALL
c1cc54f5 setLockWhitelistDisableBlockDelay(int256) 24000 always any CALL
0c5a9990 updateCollections() 48000 always any CALL
0461313e voteFeePerKbChange(int256) 10000 always any CALL
ccf417ae registerBtcCoinbaseTransaction(bytes,bytes32,bytes,bytes32,bytes32) 10000 since-143 any CALL
253b944b hasBtcBlockCoinbaseTransactionInformation(bytes32) 5000 since-143 any STATICCALL
6adc0133 registerFastBridgeBtcTransaction(bytes,uint256,bytes,bytes32,bytes,address,bytes,bool) 25000 since-176 any CALL
f0b2424b getBtcBlockchainBestBlockHeader() 3800 since-220 any STATICCALL
739e364a getBtcBlockchainBlockHeaderByHash(bytes32) 4600 since-220 any STATICCALL
bd0c1fff getBtcBlockchainBlockHeaderByHeight(uint256) 5000 since-220 any STATICCALL
e0236724 getBtcBlockchainParentBlockHeaderByHash(bytes32) 4900 since-220 any STATICCALL
e34f834f getNextPegoutCreationBlockNumber() 3000 since-271 any STATICCALL
f4e4f963 getQueuedPegoutsCount() 3000 since-271 any STATICCALL
7817d854 getEstimatedFeesForNextPegOutEvent() 10000 since-271 any STATICCALL
d2b712f4 getEstimatedFeesForPegOutAmount(uint256) 10000 since-540 any STATICCALL
cc55d66f setUnionBridgeContractAddressForTestnet(address) 8000 since-502 any CALL
d3af747c getUnionBridgeContractAddress() 3000 since-502 any STATICCALL
33e08fed getUnionBridgeLockingCap() 3000 since-502 any STATICCALL
a57a0ada increaseUnionBridgeLockingCap(uint256) 8000 since-502 any CALL
5521647a requestUnionBridgeRbtc(uint256) 8000 since-502 any CALL
430462a8 releaseUnionBridgeRbtc() 8000 since-502 any CALL
5fcc6d24 setUnionBridgeTransferPermissions(bool,bool) 8000 since-502 any CALL
f8cfda8e getSuperEvent() 3000 since-529 any STATICCALL
99961ea5 setSuperEvent(bytes) 8000 since-529 any CALL
d2ba1e45 clearSuperEvent() 8000 since-529 any CALL
a25b94cb getBaseEvent() 3000 since-529 any STATICCALL
fe43e2f8 setBaseEvent(bytes) 8000 since-529 any CALL
93e7a33b clearBaseEvent() 8000 since-529 any CALL
`

export const methodTable = table
  .trim()
  .split('\n')
  .map((row) => {
    const [selector, signature, gas, availability, callers, instruction] = row.split(' ')
    return [selector!, signature!, Number(gas), availability!, callers!, instruction!] as const
  })
