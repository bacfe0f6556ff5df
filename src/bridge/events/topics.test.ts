import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { commitFederationEvent, commitFederationFailed } from './federationEvents.ts'
import { lockBtc, peginBtc, rejectedPegin, unrefundablePegin } from './peginEvents.ts'
import {
  addSignatureEvent,
  batchPegoutCreated,
  pegoutConfirmed,
  pegoutTransactionCreated,
  releaseBtcEvent,
  releaseRequested,
  releaseRequestReceived,
  releaseRequestReceivedByHash,
  releaseRequestRejected,
  updateCollectionsEvent,
} from './pegoutEvents.ts'
import {
  lockingCapIncreased,
  rbtcReleased,
  rbtcRequested,
  transferPermissionsUpdated,
} from './unionBridgeEvents.ts'

describe('the events of the Bridge', () => {
  it.each([
    [lockBtc, 'ec2232bdbe54a92238ce7a6b45d53fb31f919496c6abe1554be1cc8eddb6600a'],
    [peginBtc, '44cdc782a38244afd68336ab92a0b39f864d6c0b2a50fa1da58cafc93cd2ae5a'],
    [rejectedPegin, '708ce1ead20561c5894a93be3fee64b326b2ad6c198f8253e4bb56f1626053d6'],
    [unrefundablePegin, '35be155c87e408cbbcb753dc12f95fc5a242a29460a3d7189e807e63d7c185a7'],
    [addSignatureEvent, '83b6efe3a7d95459577ec9396f5d6f1e486ca2378130e2ba4d98a4da108ca743'],
    [releaseBtcEvent, '655929b56d5c5a24f81ee80267d5151b9d680e7e703387999922e9070bc98a02'],
    [commitFederationEvent, '5b9466a0b50d1cab12eeb0b3b5d387ece7659afcc56bb15704535e6954de8c4e'],
    [commitFederationFailed, 'ab26567e87284faa001c12145bc6434c48ed0f307ab75ac435880958f7c2110d'],
    [releaseRequested, '7a7c29481528ac8c2b2e93aee658fddd4dc15304fa723a5c2b88514557bcc790'],
    [batchPegoutCreated, '483d0191cc4e784b04a41f6c4801a0766b43b1fdd0b9e3e6bfdca74e5b05c2eb'],
    [pegoutConfirmed, 'c287f602476eeef8a547a3b82e79045c827c51362ff153f728b6d839bad099ef'],
    [pegoutTransactionCreated, '9ee5d520fd5e6eaea3fd2e3ae4e35e9a9c0fb05c9d8f84b507f287da84b5117c'],
    [updateCollectionsEvent, '1069152f4f916cbf155ee32a695d92258481944edb5b6fd649718fc1b43e515e'],
    [releaseRequestReceivedByHash, '8e04e2f2c246a91202761c435d6a4971bdc7af0617f0c739d900ecd12a6d7266'],
    [releaseRequestReceived, '1a4457a4460d48b40c5280955faf8e4685fa73f0866f7d8f573bdd8e64aca5b1'],
    [releaseRequestRejected, 'b607c3e1fbe6b38cd145b15b837f7b722b199caa60e3057b36c141adee3b75e7'],
    [lockingCapIncreased, 'a49ac28359cb709b290925e5e581c83263b85a5defb455b9211614e316d1f970'],
    [rbtcRequested, '7437e377b64fb06ab77f4a383b1eca94d7379f1233cac75ab75c97583953a6ab'],
    [rbtcReleased, '1548a13bcc6ed11a355857b20975e460d7df1349d591bb3122307b1fe11e7978'],
    [transferPermissionsUpdated, 'fd79aa37951edf622ef3d0a58665034675cf32e364213a1a7579448cc650d70e'],
  ])('have the topics of the reference node', ({ topic }, expected) => {
    expect(toHexDigits(topic)).toBe(expected)
  })
})
