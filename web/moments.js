// Pages whose only script shows moments in the reader's own time: profiles, and the engine room.

import './frame.js';
import { localize } from './tournament-times.js';

localize(document);
