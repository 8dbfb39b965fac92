import { startLoader, startService, startFloor, runSnapshotJob, post } from './service.ts';
import { loadWorld } from './world.ts';
import { rollUpload } from './roll.ts';
import { writeFileSync, existsSync, readFileSync } from 'node:fs';
const DIR=process.argv[2]??'/tmp/rp', N=Number(process.argv[3]??100);
const fresh=!existsSync(DIR);
const w=loadWorld(); const s=await startService(DIR);
if(fresh){ for(let n=0;n<N;n++) await post(s.port,rollUpload(w,1,n)); console.log(await runSnapshotJob(DIR,s.port)); }
const total=N*2000;
const l=startLoader(); const paths=Array.from({length:20000},()=>`/api/corpus/public?offset=${Math.floor(Math.random()*(total-1000))}&limit=500`);
writeFileSync('/tmp/page.json', await (await fetch(`http://127.0.0.1:${s.port}/api/corpus/public?limit=500`)).text());
const f=await startFloor('/tmp/page.json');
const st=()=>{const f=readFileSync(`/proc/${s.pid}/stat`,'utf8').split(' ');return Number(f[13])*10+Number(f[14])*10};
for(let i=0;i<6;i++){ const c0=st(); const a=await l.ask({port:s.port,paths,connections:16,seconds:1.5}); const c1=st(); const h=await l.ask({port:s.port,paths:['/api/corpus/public?limit=500'],connections:16,seconds:1.5}); const b=await l.ask({port:f.port,paths:['/'],connections:16,seconds:1.5}); const r=(x:any)=>x.answers/x.seconds; console.log(r(a).toFixed(0),r(h).toFixed(0),r(b).toFixed(0),'random',(r(a)/r(b)).toFixed(2),'hot',(r(h)/r(b)).toFixed(2),'cpu us/req',((c1-c0)*1000/a.answers).toFixed(0)); } 
console.log(readFileSync(`/proc/${s.pid}/status`,'utf8').match(/Vm(HWM|RSS).*/g));
l.stop(); f.stop(); await s.stop();
