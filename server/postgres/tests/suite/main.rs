//! The shared database, tried on a real PostgreSQL where there is one.

mod migrations;
