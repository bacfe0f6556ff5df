/*
 * What is remembered of peers, and what it does to their score. The reference node gives a point for a wrong
 * protocol or genesis, because its list of bad events lacks them; here they change nothing.
 */
const effects = {
  successfulHandshake: 'none',
  failedHandshake: 'none',
  incompatibleProtocol: 'none',
  unexpectedGenesis: 'none',
  invalidNetwork: 'bad',
  validBlock: 'good',
  validTransaction: 'good',
  invalidBlock: 'bad',
  invalidHeader: 'bad',
  invalidMessage: 'bad',
  invalidTransaction: 'bad',
  unexpectedMessage: 'none',
  repeatedMessage: 'none',
  timeoutMessage: 'none',
} as const

export type PeerEvent = keyof typeof effects

/** A good event adds a point to a score that is not negative; a bad one takes all points and one more. */
export function scoreAfter(event: PeerEvent, score: number): number {
  const effect = effects[event]
  if (effect === 'good') return score >= 0 ? score + 1 : score
  return effect === 'bad' ? Math.min(score, 0) - 1 : score
}

/** Honest nodes never send these, so one is enough to lose the good reputation. */
const punishable: ReadonlySet<PeerEvent> = new Set(['invalidBlock', 'invalidHeader', 'invalidMessage'])

export const isPunishable = (event: PeerEvent): boolean => punishable.has(event)
