import { drawn, open, start } from './browser.mjs';
import { make_meter } from './meter.mjs';
import { to_beginning } from './rest.mjs';
import { hashes, make_files } from './inputs.mjs';
const { base, context, page, problems, end } = await start('chromium');
const measure = await make_meter('chromium', context, page);
await open(page, base + '/en/');
const files = make_files();
// all late panels
for (const id of ['backward','training','speed','bridge','checkpoint','proof','glossary']) { await page.evaluate(i=>document.getElementById(i).scrollIntoView(), id); await page.waitForTimeout(1200); }
const small = (m) => `heap ${(m.heap/1e6).toFixed(2)} nodes ${m.nodes} shown ${m.shown} listeners ${m.listeners}`;
const acts = {
  nothing: async () => {},
  model: async (i) => { await page.evaluate(()=>document.getElementById('checkpoint').scrollIntoView()); await page.locator('#checkpoint input[type=file]').first().setInputFiles(files[i%2]); await page.locator('.checkpoint_facts').waitFor({timeout:60000}); await page.waitForTimeout(1500); },
  sample: async () => { await page.evaluate(()=>document.getElementById('checkpoint').scrollIntoView()); await page.locator('#checkpoint .checkpoint_zone .checkpoint_buttons > button').last().click(); await page.locator('.checkpoint_facts').waitFor({timeout:60000}); await page.waitForTimeout(2500); },
  expand: async () => { await page.evaluate(()=>{ for (const b of document.querySelectorAll('main [aria-expanded="false"]')) b.click(); }); await page.waitForTimeout(800); },
  details: async () => { await page.evaluate(()=>{ for (const b of document.querySelectorAll('details')) b.open = true; }); await page.waitForTimeout(500); },
  train: async () => { await page.evaluate(()=>{location.hash='#v=1&train_step=300&panel=training'}); await page.waitForTimeout(2500); },
  own: async () => { await page.evaluate(()=>{location.hash='#v=1&train_data=own'}); await page.waitForTimeout(1500); },
  teach: async () => { await page.evaluate(()=>{location.hash='#v=1&teach=controls,prose&panel=hidden'}); await page.waitForTimeout(800); await page.evaluate(()=>{location.hash='#v=1'}); },
  examples: async () => { for (const e of ['chapter','notebook_batch','pasted','notebook_token']) { await page.evaluate((e)=>{location.hash='#v=1&example='+e}, e); await page.waitForTimeout(700);} },
  bridge: async () => { await page.evaluate(()=>{location.hash='#v=1&bridge_toy=gpt2'}); await page.waitForTimeout(1200); },
  block: async () => { await page.evaluate(()=>{location.hash='#v=1&block_norm=post&block_shortcuts=0&block_box=attention'}); await page.waitForTimeout(700); },
  keys: async () => { await page.keyboard.press('?'); await page.waitForTimeout(300); await page.keyboard.press('Escape'); await page.keyboard.press('/'); await page.waitForTimeout(300); await page.keyboard.press('Escape'); },
  numbers: async () => { await page.evaluate(()=>{ for (const d of Array.from(document.querySelectorAll('main data')).slice(0,40)) d.click(); }); await page.waitForTimeout(300); },
  size: async () => { await page.setViewportSize({width:390,height:800}); await page.waitForTimeout(1000); await page.setViewportSize({width:1280,height:800}); },
};
const names = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(acts);
for (const name of names) {
  await acts[name](0); await to_beginning(page, problems); 
  const before = await measure();
  for (let i=0;i<3;i++) { await acts[name](i+1); await to_beginning(page, problems); }
  const after = await measure();
  console.log(name.padEnd(10), small(before), '->', small(after), 'dn', after.nodes-before.nodes, 'dl', after.listeners-before.listeners, problems.splice(0).join('; '));
}
await end();
