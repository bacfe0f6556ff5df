/*
 * The recorded events of peers, and their effect on the score. The reference node adds a point for a wrong protocol or
 * genesis, because its list of bad events lacks them; here they have no effect.
 */
const effects = {
  'successful-handshake': 'none',
  'failed-handshake': 'none',
  'incompatible-protocol': 'none',
  'unexpected-genesis': 'none',
  'invalid-network': 'bad',
  'valid-block': 'good',
  'valid-transaction': 'good',
  'invalid-block': 'bad',
  'invalid-header': 'bad',
  'invalid-message': 'bad',
  'invalid-transaction': 'bad',
  'unexpected-message': 'none',
  'repeated-message': 'none',
  'timeout-message': 'none',
} as const

export type PeerEvent = keyof typeof effects

/**
 * A good event adds a point unless the score is negative. A bad event sets a positive score to zero and subtracts one.
 */
export function scoreAfter(event: PeerEvent, score: number): number {
  const effect = effects[event]
  if (effect === 'good') return score >= 0 ? score + 1 : score
  return effect === 'bad' ? Math.min(score, 0) - 1 : score
}

/** Honest nodes never cause these, so a single one is punished. */
const punishable: ReadonlySet<PeerEvent> = new Set(['invalid-block', 'invalid-header', 'invalid-message'])

export const isPunishable = (event: PeerEvent): boolean => punishable.has(event)
