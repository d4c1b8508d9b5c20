'use client';
/** A client component that computes in the browser, in its own worker and in pools. */
import { useEffect } from 'react';

export default function Page() {
  useEffect(() => {
    import('../../main.js');
  }, []);
  return null;
}
