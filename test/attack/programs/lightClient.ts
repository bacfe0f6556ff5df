import { MutatedAnswers } from '../../light/lies/mutatedAnswers.ts'
import { type Attack, violationsOf } from '../attack.ts'

const [usualMutations, longMutations] = [10_000, 100_000] as const

export const lightClient: Attack = {
  name: 'light',
  aim: 'gives light clients an endpoint that changes one answer of an honest node at random: a member, a proof node, a header, or the whole answer',
  isAlone: true,
  async run({ random, isLong, isOver, progress }) {
    const answers = await MutatedAnswers.open()
    try {
      const wanted = isLong ? longMutations : usualMutations
      const totals = { mutations: 0, refused: 0, right: 0, accepted: [] as string[] }
      while (totals.mutations < wanted && !isOver()) {
        const { mutations, refused, right, accepted } = await answers.run(100, random, isOver)
        totals.mutations += mutations
        totals.refused += refused
        totals.right += right
        totals.accepted.push(...accepted)
        progress(`${totals.mutations} answers changed`)
      }
      const { mutations, refused, right, accepted } = totals
      return {
        figures: `${mutations} answers to ${answers.questions} questions changed: ${refused} refused, ${right} answered rightly in spite of it, ${accepted.length} accepted`,
        violations: [
          ...accepted.slice(0, 5),
          ...violationsOf({
            'no false answer is believed': accepted.length === 0,
            'changes are refused': refused > mutations / 5,
          }),
        ],
      }
    } finally {
      answers.close()
    }
  },
}
