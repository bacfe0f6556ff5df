import { seconds } from '../../params/quantity.ts'
import { argument, defineDevelopmentMethod, orRefuse } from './developmentChain.ts'

export const evmSetTime = defineDevelopmentMethod({
  name: 'evm_setTime',
  aliases: ['anvil_setTime'],
  summary:
    'Sets the clock to a time in seconds or milliseconds since 1970 and answers its offset in seconds.',
  params: [argument('time', seconds)],
  result: { type: 'integer' },
  handler([time], development) {
    // As seconds, 10^11 is in the year 5138; as milliseconds it is in 1973.
    const isMilliseconds = Math.abs(time) >= 1e11
    return orRefuse(() => development.setTime(isMilliseconds ? Math.floor(time / 1000) : time))
  },
})
