import type { Attack } from './attack.ts'
import { fullFilters, manyFilters, submissions, webFiles } from './programs/cheapCalls.ts'
import { damagedState } from './programs/damagedState.ts'
import {
  encodings,
  longBodies,
  longHeads,
  newcomers,
  preflights,
  sharedAddress,
  unpaidBodies,
} from './programs/entranceFloods.ts'
import { expensiveCalls, unpaidWork } from './programs/expensiveCalls.ts'
import { fanOut } from './programs/fanOut.ts'
import { fleetMethods } from './programs/fleetMethods.ts'
import { forbiddenRequests } from './programs/forbidden.ts'
import { fullCaches } from './programs/fullCaches.ts'
import { fuzzedCalls } from './programs/fuzzedCalls.ts'
import { heavyCalls } from './programs/heavyCalls.ts'
import { fullQueue, fullTotals, heldThreads, longIds, readTraces } from './programs/heldAnswers.ts'
import { hostileFleet } from './programs/hostileFleet.ts'
import { hostileFrames, hostileHttp, hostilePeers } from './programs/hostileFraming.ts'
import { hostileRoles } from './programs/hostileRoles.ts'
import { hostileUpstream } from './programs/hostileUpstream.ts'
import { judgedMethods } from './programs/judge.ts'
import { kills } from './programs/kills.ts'
import { lightClient } from './programs/lightClient.ts'
import { liveNotifications } from './programs/liveNotifications.ts'
import { longTraces } from './programs/longTraces.ts'
import { mixedLoad } from './programs/mixedLoad.ts'
import { pipelines } from './programs/pipelines.ts'
import { realPeers } from './programs/realPeers.ts'
import { revokedKey } from './programs/revokedKey.ts'
import { sharedFilters } from './programs/sharedFilters.ts'
import { manyKeys, manyOwners } from './programs/sharedLimits.ts'
import { heavySubscriptions } from './programs/subscriptions.ts'
import { forgivenCalls, newAccounts, overrides, precompiles } from './programs/unpricedWork.ts'
import { pipelinedFrames, unreadAnswers } from './programs/unreadAnswers.ts'
import { countedPings, heartbeats, oneByteFragments } from './programs/webSocketFloods.ts'

/** Maximum processor time of the node's main thread while the victim waits for one answer, in milliseconds. */
export const promisedMs = 200

/** The bound of programs that exceed the promised one in some runs. docs/security.md says why they do. */
export const weakMs = 400
export const weaknesses: ReadonlySet<string> = new Set([
  'newcomers',
  'heartbeats',
  'keys',
  'queue',
  'fleet',
  'subscriptions',
  'submissions',
  'heads',
  'http',
  'totals',
])

/** In the order of the table; the unread answers make the logs that the pipelined frames ask for. */
export const attacks: readonly Attack[] = [
  forbiddenRequests,
  expensiveCalls,
  unpaidWork,
  unreadAnswers,
  pipelinedFrames,
  heldThreads,
  readTraces,
  fullTotals,
  fullQueue,
  longIds,
  newcomers,
  unpaidBodies,
  longBodies,
  sharedAddress,
  longHeads,
  encodings,
  preflights,
  submissions,
  manyFilters,
  fullFilters,
  webFiles,
  realPeers,
  manyOwners,
  manyKeys,
  oneByteFragments,
  countedPings,
  heartbeats,
  ...heavyCalls,
  precompiles,
  overrides,
  forgivenCalls,
  newAccounts,
  heavySubscriptions,
  liveNotifications,
  fanOut,
  longTraces,
  revokedKey,
  hostileHttp,
  hostileFrames,
  hostilePeers,
  pipelines,
  mixedLoad,
  fuzzedCalls,
  fleetMethods,
  sharedFilters,
  damagedState,
  hostileUpstream,
  lightClient,
  hostileRoles,
  hostileFleet,
  fullCaches,
  kills,
  judgedMethods,
]
