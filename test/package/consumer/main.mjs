import * as cambium from 'cambium'
import { story } from './story.cjs'

console.log(JSON.stringify(await story(cambium, process.argv[2])))
