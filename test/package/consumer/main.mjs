import * as cambium from 'cambium'
import * as light from 'cambium/light'
import * as stream from 'cambium/stream'
import { story } from './story.cjs'

console.log(JSON.stringify(await story({ ...light, ...cambium, ...stream }, process.argv[2])))
