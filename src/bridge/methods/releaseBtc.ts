import { requestRelease } from '../pegout/requestRelease.ts'
import { bridgeMethod } from './bridgeMethod.ts'

export const releaseBtc = bridgeMethod({
  name: 'releaseBtc',
  inputs: [],
  gas: 23_000,
  isRead: false,
  run: requestRelease,
})
