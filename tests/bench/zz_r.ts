import { createSnapshotReader } from '../../adapters/libsql/snapshot_reader.ts';
import { dataDir } from '../../adapters/data_dir.ts';
import { systemClock } from '../../adapters/clock.ts';
import { readCorpus } from '../../domain/reads/corpus.ts';
import { createApp } from '../../http/app.ts';
import { zlibCodec } from '../../adapters/codec.ts';
import { readStyleSheet } from '../../adapters/assets.ts';
import { readConfig } from '../../adapters/config.ts';
import { planCorpusPage } from '../../domain/paging/ledger.ts';
const dir=dataDir('/tmp/rp'); const r=createSnapshotReader({dir,clock:systemClock,cacheBytes:Number(process.argv[2]??32e6)}); await r.refresh();
const cfg=readConfig({TW_LIMIT_CORPUS:'1000000000'},false); if(!cfg.ok) throw 1;
const log={info(){},warn(){},error(e:any,f:any){console.log(e,f)}} as any;
const app=createApp({reader:r,intake:null as any,codec:zlibCodec,clock:systemClock,log,describeBug:(e)=>({e:String(e)}),styleSheet:readStyleSheet(),settings:{...cfg.value,startedAtMs:0}});
const T=async(name:string,f:(o:number)=>any)=>{const out=[];for(let k=0;k<6;k++){const t=performance.now();for(let i=0;i<2000;i++) await f(Math.floor(Math.random()*199000));out.push(((performance.now()-t)/2).toFixed(0));}console.log(name,out.join(' '))};
const v=(await r.view() as any).value;


await T('direct',async o=>{const p=await app.direct(`/api/corpus/public?offset=${o}&limit=500`,()=>null,{remoteAddress:'127.0.0.1'}); if(p?.status!==200) throw 1;});
await r.close();
