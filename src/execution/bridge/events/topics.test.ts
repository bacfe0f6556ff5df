import { expect, it } from 'vitest'
import { toHexDigits } from '../../../primitives/hex.ts'
import {
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

it.each([
  [updateCollectionsEvent, '1069152f4f916cbf155ee32a695d92258481944edb5b6fd649718fc1b43e515e'],
  [releaseRequestReceivedByHash, '8e04e2f2c246a91202761c435d6a4971bdc7af0617f0c739d900ecd12a6d7266'],
  [releaseRequestReceived, '1a4457a4460d48b40c5280955faf8e4685fa73f0866f7d8f573bdd8e64aca5b1'],
  [releaseRequestRejected, 'b607c3e1fbe6b38cd145b15b837f7b722b199caa60e3057b36c141adee3b75e7'],
  [lockingCapIncreased, 'a49ac28359cb709b290925e5e581c83263b85a5defb455b9211614e316d1f970'],
  [rbtcRequested, '7437e377b64fb06ab77f4a383b1eca94d7379f1233cac75ab75c97583953a6ab'],
  [rbtcReleased, '1548a13bcc6ed11a355857b20975e460d7df1349d591bb3122307b1fe11e7978'],
  [transferPermissionsUpdated, 'fd79aa37951edf622ef3d0a58665034675cf32e364213a1a7579448cc650d70e'],
])('events are recognised by the topics of the reference node', ({ topic }, expected) => {
  expect(toHexDigits(topic)).toBe(expected)
})
